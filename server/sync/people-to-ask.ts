import { emptyCriteria } from '../../contract/search/criteria.ts'
import { readConfig } from '../account-fit/versions.ts'
import type { Context } from '../platform/http/context.ts'
import type { QueryResolver } from '../saved-work/resolve-query.ts'

/** How many people a company brings along in an offline copy, and how many personas are searched for. */
const maxPeople = 3
const maxPersonas = 3
const companiesPerSearch = 50
const maxFound = 1_000

/**
 * The ids of the people to ask for at companies, up to three each: those who match the organisation's personas, then the most senior.
 * Leaves out suppressed people, as a search does.
 */
export const findPeopleToAsk = async (
  resolver: QueryResolver,
  context: Context,
  companies: readonly string[],
): Promise<string[]> => {
  const config = await context.inOrg((trx) => readConfig(trx))
  const personas = (config?.config.personas ?? []).slice(0, maxPersonas)
  const searches = [
    ...personas.map(({ seniorities, departments }) => ({
      ...(seniorities.length > 0 && { seniority: seniorities }),
      ...(departments.length > 0 && { department: departments }),
    })),
    {},
  ]
  const found = new Map<string, Set<string>>()
  for (let from = 0; from < companies.length; from += companiesPerSearch)
    for (const filters of searches) {
      const among = companies
        .slice(from, from + companiesPerSearch)
        .filter((id) => (found.get(id)?.size ?? 0) < maxPeople)
      if (among.length === 0) break
      const criteria = { ...emptyCriteria, filters: { ...filters, company_id: among } }
      const { ids } = await resolver.ids({ criteria, category: 'people', size: maxFound }, context)
      const employers = await employersOf(context, ids)
      for (const id of ids) {
        const company = employers.get(id)
        if (company === undefined) continue
        const people = found.get(company) ?? new Set()
        if (people.size < maxPeople) found.set(company, people.add(id))
      }
    }
  return [...found.values()].flatMap((people) => [...people])
}

const employersOf = async (
  { inOrg }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await inOrg((trx) =>
    trx.selectFrom('person').select(['id', 'company_id']).where('id', 'in', ids).execute(),
  )
  return new Map(
    rows.flatMap(({ id, company_id: company }) => (company === null ? [] : [[id, company]])),
  )
}
