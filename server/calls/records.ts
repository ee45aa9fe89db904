import type { EndpointOutput } from '../../contract/core/endpoint.ts'
import { columns } from '../../contract/records/columns.ts'
import {
  emptyCriteria,
  sorts,
  tidyCriteria,
  type Criteria,
} from '../../contract/search/criteria.ts'
import type { Category } from '../../contract/records/records.ts'
import type { searchEndpoints } from '../../contract/search/search.ts'
import { levelsOf, searchByFit } from '../account-fit/by-fit.ts'
import { sentenceOf } from '../records/query-sentence.ts'
import { companyViews, personViews, viewTexts } from '../records/views.ts'
import type { QueryResolver } from '../saved-work/resolve-query.ts'
import { centresOf, checkCriteria, checkPage } from '../search/check.ts'
import { optionsToCount } from '../search/options-to-count.ts'
import type { SearchEngine } from '../search/engine.ts'
import { Written, type Handlers } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'

type RecordsEndpoint = 'records' | 'counts' | 'company' | 'person' | 'register'

export const recordsHandlers = (
  search: SearchEngine,
  resolver: QueryResolver,
  now: () => number,
): Handlers<RecordsEndpoint> => ({
  records: async (input, context) => {
    const started = performance.now()
    const { category, from, size, sorting } = input
    const criteria = tidyCriteria(input)
    checkCriteria(criteria, category)
    checkPage(input, criteria, category)
    const prepared = await resolver.prepare({ category, criteria }, context)
    const [order] = sorting
    const levels = order?.field === 'fit' ? await context.inOrg(levelsOf) : null
    const found = levels
      ? await searchByFit(search, { ...prepared, from, size }, levels, order?.order === 'asc')
      : await search.search({ ...prepared, sorting, from, size })
    const { records, querySentence } = await context.inOrg(async (trx) => ({
      records: await viewTexts(trx, category, found.ids, context.userId),
      querySentence: await sentenceOf(criteria, category, trx, context.userId),
    }))
    const rest: Omit<EndpointOutput<typeof searchEndpoints.records>, 'records'> = {
      success: true,
      total: found.total,
      from,
      size,
      querySentence,
      ...(category === 'company' && { centres: centresOf(criteria) }),
      tookMs: Math.round((performance.now() - started) * 10) / 10,
    }
    return new Written(`${JSON.stringify(rest).slice(0, -1)},"records":[${records.join(',')}]}`)
  },
  counts: async (input, context) => {
    const { category } = input
    const criteria = tidyCriteria(input)
    checkCriteria(criteria, category)
    const options = optionsToCount(input, category)
    return resolver.counts({ category, criteria, counted: options }, context)
  },
  company: async ({ id }, { inOrg, userId }) =>
    existing((await inOrg((trx) => companyViews(trx, [id], userId)))[0]),
  person: async ({ id }, { inOrg, userId }) =>
    existing((await inOrg((trx) => personViews(trx, [id], userId)))[0]),
  register: async ({ category, countries }) => {
    const criteria: Criteria =
      countries.length === 0 ? emptyCriteria : { ...emptyCriteria, filters: { country: countries } }
    const coverage = coverageFilters[category]
    const { total, counts } = await search.counts({
      category,
      criteria,
      options: Object.fromEntries(
        Object.values(coverage).map((identifier) => [identifier, ['Yes']]),
      ),
    })
    const home = homeFilters[category]
    const { counts: byHome } = await search.counts({
      category,
      criteria: emptyCriteria,
      options: { [home]: ['AU', 'NZ'] },
    })
    const having = (identifier: string): number => counts[identifier]?.Yes ?? 0
    return {
      records: {
        register: {
          category,
          countries,
          total,
          byCountry: byHome[home] ?? {},
          coverage: {
            email: having(coverage.email),
            mobile: having(coverage.mobile),
            phone: having(coverage.phone),
          },
          columns: columns[category].map((column) => ({
            key: column.key,
            label: column.label,
            type: column.type,
            sortable: column.sort !== undefined,
            default: column.default === true,
            locked: column.locked === true,
          })),
          sorts: [...sorts[category]],
          updatedAt: new Date(now()).toISOString(),
        },
      },
    }
  },
})

// A company in two countries, or a person who works for it, has one home: the parts add up to at most the whole.
const homeFilters = {
  company: 'hq_country',
  people: 'people_location',
} satisfies Record<Category, string>

const coverageFilters = {
  company: {
    email: 'has_company_email',
    mobile: 'has_company_mobile',
    phone: 'has_company_phone',
  },
  people: { email: 'has_email', mobile: 'has_mobile', phone: 'has_phone' },
} satisfies Record<Category, Record<string, string>>

const existing = <Found>(record: Found | undefined): Found => {
  if (record === undefined) throw new ProblemError('not-found', 'We can’t find this record.')
  return record
}
