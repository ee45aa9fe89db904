import { sql } from 'kysely'
import { criteriaFor, type Criteria, type Sorting } from '../../contract/search/criteria.ts'
import type { Category } from '../../contract/records/records.ts'
import { mostListed } from '../../contract/saved-work/item.ts'
import type { Context } from '../platform/http/context.ts'
import { activityOf } from '../records/views.ts'
import { widened } from '../search/check.ts'
import type { ActivitySets, SearchEngine } from '../search/engine.ts'
import { membersOf } from './members.ts'
import { createSuppression, type Suppressed } from './suppression.ts'

/** Who asks, and how their organisation's rows are reached. */
export type Caller = Pick<Context, 'orgId' | 'userId' | 'inOrg'>

export type Asked = {
  category: Category
  criteria: Criteria
  /** Only these records; those of a list. */
  within?: readonly string[]
  /** Options of activity filters that are to be counted. */
  counted?: Readonly<Record<string, readonly string[]>>
  /** For looking at a suppression list itself. */
  withSuppressed?: boolean
}

export type Prepared = { category: Category; criteria: Criteria; activity: ActivitySets }

/** How a member's question becomes one the search engine can answer. */
export type Asking = {
  /**
   * The criteria as the engine takes them: places widened, lists resolved to records (own and shared ones only; dynamic ones are
   * run, their first 10,000 count), and everything suppressed by the organisation left out.
   */
  prepare(asked: Asked, caller: Caller): Promise<Prepared>
  total(asked: Asked, caller: Caller): Promise<number>
  /** The total, and for each option of `counted` what it would be if that were ticked as well. */
  counts(asked: Asked, caller: Caller): ReturnType<SearchEngine['counts']>
  /** Some of the ids in the asked order, and how many there are in all. */
  ids(
    asked: Asked & { sorting?: Sorting; from?: number; size: number },
    caller: Caller,
  ): Promise<{ total: number; ids: string[] }>
  suppressed(caller: Caller): Promise<Suppressed>
  /** A suppression list of the organisation has changed. */
  suppressionChanged(orgId: string): void
}

/** A list within a list within a list is followed no further. */
const deepest = 3

/** Values of cus-list that stand for no list; no id looks like them. */
const withinValue = '(within)'
const suppressedValue = '(suppressed)'

export const createAsking = (search: SearchEngine, now: () => number): Asking => {
  const suppression = createSuppression(now)

  const prepare = async (asked: Asked, caller: Caller, depth: number): Promise<Prepared> => {
    const { category, counted = {} } = asked
    const criteria = widened(criteriaFor(asked.criteria, category))
    const named = (identifier: string): string[] => [
      ...(criteria.filters[identifier] ?? []),
      ...(criteria.excluded[identifier] ?? []),
      ...(counted[identifier] ?? []),
    ]
    const done = ['cus-downloaded', 'cus-pushed-enriched'].filter((kind) => named(kind).length > 0)
    const lists = await listSets(named('cus-list'), category, caller, depth)
    const deeds =
      done.length === 0 ? {} : await caller.inOrg((trx) => activityOf(trx, category, done))
    const filters = { ...criteria.filters }
    const excluded = { ...criteria.excluded }
    const operators = { ...criteria.operators }
    if (asked.within) {
      const chosen = filters['cus-list'] ?? []
      const both = criteria.operators['cus-list'] === 'AND'
      lists.set(withinValue, narrowed(asked.within, chosen, both, lists))
      filters['cus-list'] = [withinValue]
      // A further list that is counted narrows the records too, or widens the choice among them.
      if (both || chosen.length === 0) operators['cus-list'] = 'AND'
      else
        for (const value of counted['cus-list'] ?? [])
          lists.set(value, narrowed(asked.within, [value], false, lists))
    }
    if (asked.withSuppressed !== true) {
      const hidden = await suppression.of(caller)
      if (hidden[category].length > 0) {
        lists.set(suppressedValue, hidden[category])
        excluded['cus-list'] = [...(excluded['cus-list'] ?? []), suppressedValue]
      }
      // Whoever works for a company one does not want to see is not seen either.
      if (category === 'people' && hidden.company.length > 0)
        excluded['company_id'] = [...(excluded['company_id'] ?? []), ...hidden.company]
    }
    return {
      category,
      criteria: { ...criteria, filters, excluded, operators },
      activity: { ...deeds, 'cus-list': Object.fromEntries(lists) },
    }
  }

  /** The records of lists by their ids; what is no list the caller may see has none. */
  const listSets = async (
    values: readonly string[],
    category: Category,
    caller: Caller,
    depth: number,
  ): Promise<Map<string, readonly string[]>> => {
    const wanted = [...new Set(values)].filter((value) => uuid.test(value))
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
      const held = items.filter(({ kind }) => kind !== 'dynamic').map(({ id }) => id)
      return {
        fixed: await membersOf(trx, held),
        dynamic: items.filter(({ kind }) => kind === 'dynamic'),
      }
    })
    const sets = new Map<string, readonly string[]>(fixed)
    for (const { id, content } of dynamic) {
      const asked = await prepare({ category, criteria: content }, caller, depth + 1)
      const found = await search.search({ ...asked, sorting: [], from: 0, size: mostListed })
      sets.set(id, found.ids)
    }
    return sets
  }

  return {
    prepare: (asked, caller) => prepare(asked, caller, 0),
    total: async (asked, caller) => {
      const prepared = await prepare(asked, caller, 0)
      return (await search.counts({ ...prepared, options: {} })).total
    },
    counts: async (asked, caller) => {
      const prepared = await prepare(asked, caller, 0)
      return search.counts({ ...prepared, options: asked.counted ?? {} })
    },
    ids: async ({ sorting = [], from = 0, size, ...asked }, caller) => {
      const prepared = await prepare(asked, caller, 0)
      return search.search({ ...prepared, sorting, from, size })
    },
    suppressed: suppression.of,
    suppressionChanged: suppression.changed,
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What of a list the chosen lists leave: any of them, or all. */
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
