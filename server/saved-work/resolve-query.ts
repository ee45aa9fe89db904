import { sql } from 'kysely'
import { criteriaFor, type Criteria, type Sorting } from '../../contract/search/criteria.ts'
import type { Category } from '../../contract/records/records.ts'
import { maxListed } from '../../contract/saved-work/item.ts'
import type { Context } from '../platform/http/context.ts'
import { activityOf } from '../records/views.ts'
import { expandRadius } from '../search/check.ts'
import type { ActivitySets, SearchEngine } from '../search/engine.ts'
import { createCrmRecords } from './crm-records.ts'
import { membersOf } from './members.ts'
import { createSuppression, type Suppressed } from './suppression.ts'
import { isUuid } from '../../contract/core/ids.ts'

export type Caller = Pick<Context, 'orgId' | 'userId' | 'inOrg'>

export type QueryRequest = {
  category: Category
  criteria: Criteria
  within?: readonly string[]
  counted?: Readonly<Record<string, readonly string[]>>
  withSuppressed?: boolean
}

export type Prepared = { category: Category; criteria: Criteria; activity: ActivitySets }

export type QueryResolver = {
  /** Before a search: resolves list filters to the ids of their records (the first 10,000 of a saved search), expands locations, and leaves out suppressed records. */
  prepare(query: QueryRequest, caller: Caller): Promise<Prepared>
  total(query: QueryRequest, caller: Caller): Promise<number>
  counts(query: QueryRequest, caller: Caller): ReturnType<SearchEngine['counts']>
  ids(
    query: QueryRequest & { sorting?: Sorting; from?: number; size: number },
    caller: Caller,
  ): Promise<{ total: number; ids: string[] }>
  suppressed(caller: Caller): Promise<Suppressed>
  suppressionChanged(orgId: string): void
}

const deepest = 3

/** By what the organisation did. */
const deedFilters = ['cus-downloaded', 'cus-pushed-enriched']

/** Values of cus-list that are not list ids; no id looks like them. */
const withinValue = '(within)'
const suppressedValue = '(suppressed)'

export const createQueryResolver = (search: SearchEngine, now: () => number): QueryResolver => {
  const suppression = createSuppression(now)
  const inCrm = createCrmRecords(now)

  const prepare = async (query: QueryRequest, caller: Caller, depth: number): Promise<Prepared> => {
    const { category, counted = {} } = query
    const criteria = expandRadius(criteriaFor(query.criteria, category))
    const named = (identifier: string): string[] => [
      ...(criteria.filters[identifier] ?? []),
      ...(criteria.excluded[identifier] ?? []),
      ...(counted[identifier] ?? []),
    ]
    const done = deedFilters.filter((kind) => named(kind).length > 0)
    const lists = await resolveListFilters(named('cus-list'), category, caller, depth)
    const deeds =
      done.length === 0 ? {} : await caller.inOrg((trx) => activityOf(trx, category, done))
    const crm = named('cus-in-crm').length === 0 ? [] : await inCrm(caller, category)
    const filters = { ...criteria.filters }
    const excluded = { ...criteria.excluded }
    const operators = { ...criteria.operators }
    if (query.within) {
      const chosen = filters['cus-list'] ?? []
      const both = criteria.operators['cus-list'] === 'AND'
      lists.set(withinValue, narrowed(query.within, chosen, both, lists))
      filters['cus-list'] = [withinValue]
      // Counting a further list either narrows the records or widens the choice.
      if (both || chosen.length === 0) operators['cus-list'] = 'AND'
      else
        for (const value of counted['cus-list'] ?? [])
          lists.set(value, narrowed(query.within, [value], false, lists))
    }
    if (query.withSuppressed !== true) {
      const hidden = await suppression.of(caller)
      if (hidden[category].length > 0) {
        lists.set(suppressedValue, hidden[category])
        excluded['cus-list'] = [...(excluded['cus-list'] ?? []), suppressedValue]
      }
      // People at suppressed companies are suppressed too.
      if (category === 'people' && hidden.company.length > 0)
        excluded['company_id'] = [...(excluded['company_id'] ?? []), ...hidden.company]
    }
    return {
      category,
      criteria: { ...criteria, filters, excluded, operators },
      activity: {
        ...deeds,
        'cus-in-crm': { Yes: crm },
        'cus-list': Object.fromEntries(lists),
      },
    }
  }

  const resolveListFilters = async (
    values: readonly string[],
    category: Category,
    caller: Caller,
    depth: number,
  ): Promise<Map<string, readonly string[]>> => {
    const wanted = [...new Set(values)].filter((value) => isUuid(value))
    if (wanted.length === 0 || depth >= deepest) return new Map()
    const { fixed, dynamic } = await caller.inOrg(async (trx) => {
      const items = await trx
        .selectFrom('saved_item')
        .select(['id', 'kind', 'content'])
        .where(sql<boolean>`id = any(${wanted}::uuid[])`)
        .where('category', '=', category)
        .where('deleted_at', 'is', null)
        .where((is) => is.or([is('owner_id', '=', caller.userId), is('shared', '=', true)]))
        .execute()
      const listIds = items.filter(({ kind }) => kind !== 'dynamic').map(({ id }) => id)
      return {
        fixed: await membersOf(trx, listIds),
        dynamic: items.filter(({ kind }) => kind === 'dynamic'),
      }
    })
    const sets = new Map<string, readonly string[]>(fixed)
    for (const { id, content } of dynamic) {
      const prepared = await prepare({ category, criteria: content }, caller, depth + 1)
      const found = await search.search({ ...prepared, sorting: [], from: 0, size: maxListed })
      sets.set(id, found.ids)
    }
    return sets
  }

  return {
    prepare: (query, caller) => prepare(query, caller, 0),
    total: async (query, caller) => {
      const prepared = await prepare(query, caller, 0)
      return (await search.counts({ ...prepared, options: {} })).total
    },
    counts: async (query, caller) => {
      const prepared = await prepare(query, caller, 0)
      return search.counts({ ...prepared, options: query.counted ?? {} })
    },
    ids: async ({ sorting = [], from = 0, size, ...query }, caller) => {
      const prepared = await prepare(query, caller, 0)
      return search.search({ ...prepared, sorting, from, size })
    },
    suppressed: suppression.of,
    suppressionChanged: suppression.changed,
  }
}

const narrowed = (
  within: readonly string[],
  chosen: readonly string[],
  both: boolean,
  lists: ReadonlyMap<string, readonly string[]>,
): readonly string[] => {
  if (chosen.length === 0) return within
  const sets = chosen.map((value) => new Set(lists.get(value)))
  return within.filter((id) =>
    both ? sets.every((set) => set.has(id)) : sets.some((set) => set.has(id)),
  )
}
