import type { AccountIntelligence } from '../../../contract/account-intelligence.ts'
import { emptyCriteria, type Criteria } from '../../../contract/criteria.ts'
import { filterOf } from '../../../contract/filters.ts'
import { checkCriteria } from '../../domain/search/check.ts'
import type { Handlers } from '../../platform/context.ts'
import { ProblemError } from '../../platform/problem-error.ts'
import { addVersion, keptConfig } from '../../domain/fit/versions.ts'

type AccountIntelligenceCall = 'accountIntelligence' | 'changeAccountIntelligence'

/** What an organisation sells and to whom, in versions. */
export const accountIntelligenceHandlers = (): Handlers<AccountIntelligenceCall> => ({
  accountIntelligence: async ({ version }, { inOrg }) => {
    const kept = await inOrg((trx) => keptConfig(trx, version))
    if (!kept) throw new ProblemError('not-found', 'There is no such version.')
    return kept
  },
  changeAccountIntelligence: async ({ config, version }, { inOrg, orgId, userId }) => {
    checkValues(config)
    return inOrg(async (trx) => {
      const newest = (await keptConfig(trx))?.version ?? 0
      const added =
        newest === version &&
        (await addVersion(trx, { orgId, version: version + 1, byUser: userId, config }))
      const kept = await keptConfig(trx)
      if (!kept) throw new Error('a version that was there is gone')
      if (!added)
        throw new ProblemError('version-conflict', 'This has been changed meanwhile.', {
          more: { version: kept.version },
        })
      return kept
    })
  },
})

/** Throws `invalid-filter` for a value that no filter has: the configuration speaks in the words of the search. */
const checkValues = (config: AccountIntelligence): void => {
  const { industries, sizes, regions, must, never } = config.idealCustomer
  const companies: Criteria['filters'][] = [
    {
      industry: industries.flatMap(({ division, group }) => [division, group ?? division]),
      company_size: sizes,
      location: regions,
      technographics: config.competitors,
    },
    must,
    never,
  ]
  for (const filters of companies) {
    checkCriteria({ ...emptyCriteria, filters }, 'company')
    for (const identifier of Object.keys(filters))
      if (filterOf(identifier)?.about !== 'company' || filterOf(identifier)?.kind === 'text')
        throw new ProblemError('invalid-filter', `'${identifier}' cannot tell what fits.`)
  }
  for (const { seniorities, departments } of config.personas)
    checkCriteria(
      { ...emptyCriteria, filters: { seniority: seniorities, department: departments } },
      'people',
    )
}
