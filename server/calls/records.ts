import type { Transaction } from 'kysely'
import type { CallOutput } from '../../contract/core/endpoint.ts'
import { columns } from '../../contract/records/columns.ts'
import { emptyCriteria, sorts, tidied, type Criteria } from '../../contract/search/criteria.ts'
import type { Category } from '../../contract/records/records.ts'
import type { searchCalls } from '../../contract/search/search.ts'
import { querySentence as inWords, sentenceParts } from '../../contract/search/sentence.ts'
import { levelsOf, searchByFit } from '../account-fit/by-fit.ts'
import { companyViews, listNames, namesOf, personViews, viewTexts } from '../records/views.ts'
import type { Asking } from '../saved-work/resolve-query.ts'
import { checkCriteria, checkPage } from '../search/check.ts'
import { countedOptions } from '../search/counted.ts'
import type { SearchEngine } from '../search/engine.ts'
import { Written, type Handlers } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'

type RecordsCall = 'records' | 'counts' | 'company' | 'person' | 'register'

/** Calls that answer with records or numbers of records. `now` is ms since 1970. */
export const recordsHandlers = (
  search: SearchEngine,
  asking: Asking,
  now: () => number,
): Handlers<RecordsCall> => ({
  records: async (input, context) => {
    const started = performance.now()
    const { category, from, size, sorting } = input
    const criteria = tidied(input)
    checkCriteria(criteria, category)
    checkPage(input, criteria, category)
    const prepared = await asking.prepare({ category, criteria }, context)
    const [order] = sorting
    const levels = order?.field === 'fit' ? await context.inOrg(levelsOf) : null
    const found = levels
      ? await searchByFit(search, { ...prepared, from, size }, levels, order?.order === 'asc')
      : await search.search({ ...prepared, sorting, from, size })
    const { records, querySentence } = await context.inOrg(async (trx) => ({
      records: await viewTexts(trx, category, found.ids, context.userId),
      querySentence: await sentenceOf(criteria, category, trx, context.userId),
    }))
    const rest: Omit<CallOutput<typeof searchCalls.records>, 'records'> = {
      success: true,
      total: found.total,
      from,
      size,
      querySentence,
      tookMs: Math.round((performance.now() - started) * 10) / 10,
    }
    return new Written(`${JSON.stringify(rest).slice(0, -1)},"records":[${records.join(',')}]}`)
  },
  counts: async (input, context) => {
    const { category } = input
    const criteria = tidied(input)
    checkCriteria(criteria, category)
    const options = countedOptions(input, category)
    return asking.counts({ category, criteria, counted: options }, context)
  },
  company: async ({ id }, { inOrg, userId }) =>
    existing((await inOrg((trx) => companyViews(trx, [id], userId)))[0]),
  person: async ({ id }, { inOrg, userId }) =>
    existing((await inOrg((trx) => personViews(trx, [id], userId)))[0]),
  register: async ({ category, countries }) => {
    const chosen = countries.filter((country) => country === 'AU' || country === 'NZ')
    const criteria: Criteria =
      chosen.length === 0 ? emptyCriteria : { ...emptyCriteria, filters: { country: chosen } }
    const held = coverageFilters[category]
    const { total, counts } = await search.counts({
      category,
      criteria,
      options: Object.fromEntries(Object.values(held).map((identifier) => [identifier, ['Yes']])),
    })
    const { counts: byCountry } = await search.counts({
      category,
      criteria: emptyCriteria,
      options: { country: ['AU', 'NZ'] },
    })
    const having = (identifier: string): number => counts[identifier]?.Yes ?? 0
    return {
      records: {
        register: {
          category,
          countries: chosen,
          total,
          byCountry: byCountry.country ?? {},
          coverage: {
            email: having(held.email),
            mobile: having(held.mobile),
            phone: having(held.phone),
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

/** The sentence, with names in place of the ids of companies, people and lists. */
const sentenceOf = async (
  criteria: Criteria,
  category: Category,
  trx: Transaction<Tables>,
  userId: string,
): Promise<string> => {
  const values = (identifier: string): string[] => [
    ...(criteria.filters[identifier] ?? []),
    ...(criteria.excluded[identifier] ?? []),
  ]
  const names = {
    ...(await namesOf(trx, 'company', values('company_id'))),
    ...(await namesOf(trx, 'person', values('person_id'))),
    ...(await listNames(trx, values('cus-list'), userId)),
  }
  const nameOf = (_: string, value: string): string | undefined =>
    Object.hasOwn(names, value) ? names[value] : undefined
  return inWords(sentenceParts(criteria, category, nameOf))
}
