import type { Transaction } from 'kysely'
import { fitLevels, fitRules, type FitLevel } from '../../contract/org/account-fit.ts'
import { presetOrder } from '../../contract/search/match.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { SearchEngine, SearchRequest } from '../search/engine.ts'
import { readConfig } from './versions.ts'

/** Null until an ideal customer profile is described. */
export const levelsOf = async (trx: Transaction<Tables>): Promise<FitLevel[] | null> => {
  const saved = await readConfig(trx)
  const rules = saved && fitRules(saved.config)
  return rules ? fitLevels(rules) : null
}

/**
 * Best first unless `ascending`: level by level, each in the category's default order. The total is exact, since every company is
 * in one level.
 */
export const searchByFit = async (
  search: SearchEngine,
  request: Omit<SearchRequest, 'sorting' | 'also'>,
  levels: readonly FitLevel[],
  ascending: boolean,
): Promise<{ total: number; ids: string[] }> => {
  const sorting = [presetOrder(request.category)]
  const { total } = await search.search({ ...request, sorting, from: 0, size: 0 })
  const ids: string[] = []
  let skip = request.from
  for (const { clauses } of ascending ? levels.toReversed() : levels) {
    const size = request.size - ids.length
    if (size === 0) break
    const level = await search.search({ ...request, sorting, also: clauses, from: skip, size })
    ids.push(...level.ids)
    skip = Math.max(0, skip - level.total)
  }
  return { total, ids }
}
