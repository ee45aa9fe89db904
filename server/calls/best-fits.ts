import { emptyCriteria } from '../../contract/search/criteria.ts'
import { presetOrder } from '../../contract/search/match.ts'
import { levelsOf } from '../account-fit/by-fit.ts'
import type { Context } from '../platform/http/context.ts'
import type { QueryResolver } from '../saved-work/resolve-query.ts'
import type { SearchEngine } from '../search/engine.ts'

/** The companies that fit best, of a country if one is given, at most `size` and above `above`; null without an ideal customer profile. */
export const bestFits = async (
  search: SearchEngine,
  resolver: QueryResolver,
  context: Context,
  { size, above, country }: { size: number; above: number; country?: 'AU' | 'NZ' | undefined },
): Promise<{ id: string; fit: number }[] | null> => {
  const levels = await context.inOrg(levelsOf)
  if (levels === null) return null
  const criteria = country ? { ...emptyCriteria, filters: { country: [country] } } : emptyCriteria
  const prepared = await resolver.prepare({ category: 'company', criteria }, context)
  const chosen: { id: string; fit: number }[] = []
  for (const { score, clauses } of levels) {
    const left = size - chosen.length
    if (left === 0 || score <= above) break
    const sorting = [presetOrder('company')]
    const level = await search.search({ ...prepared, sorting, also: clauses, from: 0, size: left })
    chosen.push(...level.ids.map((id) => ({ id, fit: score })))
  }
  return chosen
}
