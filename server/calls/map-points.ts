import { tidyCriteria } from '../../contract/search/criteria.ts'
import { maxOnMap, type OnMap } from '../../contract/search/search.ts'
import { pickLocation } from '../../contract/search/shown-location.ts'
import { levelsOf, searchByFit } from '../account-fit/by-fit.ts'
import { officesById } from '../records/offices.ts'
import { seenItem } from '../saved-work/items.ts'
import { buildListQuery } from '../saved-work/list-records.ts'
import type { QueryResolver } from '../saved-work/resolve-query.ts'
import { centresOf, checkCriteria, checkPage } from '../search/check.ts'
import type { SearchEngine } from '../search/engine.ts'
import type { Handlers } from '../platform/http/context.ts'

const page = { from: 0, size: maxOnMap }

export const mapPointsHandlers = (
  search: SearchEngine,
  resolver: QueryResolver,
): Handlers<'mapPoints'> => ({
  mapPoints: async ({ list, sorting, ...input }, context) => {
    const item =
      list === undefined ? null : await context.inOrg((trx) => seenItem(trx, context, list))
    const category = item?.category ?? input.category
    const criteria = tidyCriteria(input)
    checkCriteria(criteria, category)
    checkPage({ ...page, sorting }, criteria, category)
    const query =
      item === null
        ? { category, criteria }
        : await buildListQuery(resolver, context, item, criteria)
    const [order] = sorting
    const levels = order?.field === 'fit' ? await context.inOrg(levelsOf) : null
    const { total, ids } = levels
      ? await searchByFit(
          search,
          { ...(await resolver.prepare(query, context)), ...page },
          levels,
          order?.order === 'asc',
        )
      : await resolver.ids({ ...query, sorting, ...page }, context)
    const offices = await context.inOrg((trx) => officesById(trx, category, ids))
    const centres = centresOf(query.criteria)
    const points = ids.flatMap((id): OnMap[] => {
      const found = offices.get(id)
      const { lat, lng } = (found && pickLocation(found, query.criteria, centres))?.location ?? {}
      return found === undefined || lat === undefined || lng === undefined
        ? []
        : [{ id, name: found.name, lat, lng }]
    })
    return { success: true, total, points, unplaced: ids.length - points.length }
  },
})
