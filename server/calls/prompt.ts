import { nameKeysIn, type CompanyNames } from '../prompt-search/company-names.ts'
import type { PromptParser } from '../prompt-search/parse.ts'
import { companiesNamed } from '../records/views.ts'
import type { QueryResolver } from '../saved-work/resolve-query.ts'
import type { Context, Handlers } from '../platform/http/context.ts'

export const promptHandlers = (
  parse: PromptParser,
  resolver: QueryResolver,
): Handlers<'parsePrompt'> => ({
  parsePrompt: async (input, context) =>
    parse({ ...input, companies: await namedCompanies(input.prompt, resolver, context) }),
})

/** Without those that the caller's organisation has suppressed. */
const namedCompanies = async (
  prompt: string,
  resolver: QueryResolver,
  context: Context,
): Promise<CompanyNames> => {
  const found = await context.inOrg((trx) => companiesNamed(trx, nameKeysIn(prompt)))
  if (found.size === 0) return found
  const suppressed = new Set((await resolver.suppressed(context)).company)
  return new Map(
    [...found].flatMap(([key, ids]) => {
      const shown = ids.filter((id) => !suppressed.has(id))
      return shown.length === 0 ? [] : [[key, shown] as const]
    }),
  )
}
