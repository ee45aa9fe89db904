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
export const searchByFit = (
  search: SearchEngine,
  request: Omit<SearchRequest, 'sorting' | 'also' | 'levels'>,
  levels: readonly FitLevel[],
  ascending: boolean,
): Promise<{ total: number; ids: string[] }> =>
  search.search({
    ...request,
    sorting: [presetOrder(request.category)],
    levels: (ascending ? levels.toReversed() : levels).map(({ clauses }) => clauses),
  })
