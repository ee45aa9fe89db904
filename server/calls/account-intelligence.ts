import type { AccountIntelligence } from '../../contract/org/account-intelligence.ts'
import { emptyCriteria, type Criteria } from '../../contract/search/criteria.ts'
import { filterOf } from '../../contract/search/filters.ts'
import { barringOf, fitLevels, fitRules } from '../../contract/org/account-fit.ts'
import type { Also } from '../../contract/search/match.ts'
import type { QueryResolver } from '../saved-work/resolve-query.ts'
import { checkCriteria } from '../search/check.ts'
import type { SearchEngine } from '../search/engine.ts'
import type { Handlers } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { addVersion, readConfig } from '../account-fit/versions.ts'

type AccountIntelligenceEndpoint =
  | 'accountIntelligence'
  | 'changeAccountIntelligence'
  | 'accountIntelligencePreview'

export const accountIntelligenceHandlers = (
  search: SearchEngine,
  resolver: QueryResolver,
): Handlers<AccountIntelligenceEndpoint> => ({
  accountIntelligence: async ({ version }, { inOrg }) => {
    const saved = await inOrg((trx) => readConfig(trx, version))
    if (!saved) throw new ProblemError('not-found', 'We can’t find this version.')
    return saved
  },
  changeAccountIntelligence: async ({ config, version }, { inOrg, orgId, userId }) => {
    checkValues(config)
    return inOrg(async (trx) => {
      const newest = (await readConfig(trx))?.version ?? 0
      const added =
        newest === version &&
        (await addVersion(trx, { orgId, version: version + 1, byUser: userId, config }))
      const saved = await readConfig(trx)
      if (!saved) throw new Error('a version disappeared')
      if (!added)
        throw new ProblemError('version-conflict', 'Someone else has changed this.', {
          more: { version: saved.version },
        })
      return saved
    })
  },
  accountIntelligencePreview: async ({ config }, context) => {
    checkValues(config)
    const category = 'company'
    const { must, never } = config.idealCustomer
    const prepared = await resolver.prepare({ category, criteria: emptyCriteria }, context)
    const counted = async (also: readonly Also[]): Promise<number> =>
      (await search.search({ ...prepared, sorting: [], from: 0, size: 0, also })).total
    const possible = await counted(barringOf({ must, never }))
    const rules = fitRules(config)
    if (!rules) return { possible, at80: null, at50: null }
    const levels = await Promise.all(
      fitLevels(rules)
        .filter(({ score }) => score >= 50)
        .map(async ({ score, clauses }) => ({ score, total: await counted(clauses) })),
    )
    const from = (minScore: number): number =>
      levels.reduce((sum, { score, total }) => sum + (score >= minScore ? total : 0), 0)
    return { possible, at80: from(80), at50: from(50) }
  },
})

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
        throw new ProblemError('invalid-filter', `You can’t use '${identifier}' to score fit.`)
  }
  for (const { seniorities, departments } of config.personas)
    checkCriteria(
      { ...emptyCriteria, filters: { seniority: seniorities, department: departments } },
      'people',
    )
}
