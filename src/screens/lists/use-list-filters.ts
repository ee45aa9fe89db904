import { useMemo } from 'react'
import type { Filter } from '../../../contract/search/filter.ts'
import type { ActivitySets } from '../../../contract/search/match.ts'
import type { Category } from '../../../contract/records/records.ts'
import { useLive } from '../../shared/offline/device.tsx'
import type { FilterSource } from '../../shared/search/filter-source.ts'
import { useApi } from '../../lib/use-api.ts'
import type { Device } from '../../offline/database.ts'
import { lists, membersOf } from '../../offline/live.ts'
import { isAnsweredOnDevice, pinnedSource } from '../../shared/search/pinned-source.ts'
import type { PinDocs } from './use-pinned-records.ts'

/** The members of the lists on this device, to filter one list by others. */
export const useListSets = (category: Category, wanted: boolean): ListSets | undefined => {
  const read = useMemo(
    () =>
      async (device: Device): Promise<ListSets> => {
        const allLists = wanted ? await lists(device) : []
        const own = allLists.filter(
          ({ value }) => value.category === category && value.kind !== 'dynamic',
        )
        const sets = await Promise.all(own.map(({ id }) => membersOf(device, id)))
        return {
          names: new Map(own.map(({ id, value }) => [id, value.name])),
          activity: {
            'cus-list': Object.fromEntries(own.map(({ id }, at) => [id, sets[at] ?? []])),
          },
        }
      },
    [category, wanted],
  )
  return useLive(read, [read])
}
type ListSets = { names: ReadonlyMap<string, string>; activity: ActivitySets }

/** Where options and counts come from: the device, or the server. */
export const useListSource = (
  id: string,
  category: Category,
  docs: PinDocs | null,
  among: ReadonlySet<string> | null,
  sets: ListSets | undefined,
): { source: FilterSource; offers: (filter: Filter) => boolean } => {
  const api = useApi()
  return useMemo(() => {
    if (docs === null) {
      const counts: FilterSource['counts'] = (input, options) => {
        const { category: _, ...rest } = input
        return api.listCounts({ ...rest, id }, options)
      }
      const { searchFilterOptions, filterLevels, optionLabels } = api
      const source = { counted: id, catalogue: '', counts, searchFilterOptions, filterLevels }
      return { source: { ...source, optionLabels }, offers: () => true }
    }
    const shown = [...docs.values()].flatMap(({ doc }) =>
      among === null || among.has(doc.id) ? [doc] : [],
    )
    const activity = sets?.activity ?? {}
    const known = { name: id, docs: shown, activity, listNames: sets?.names ?? new Map() }
    return { source: pinnedSource(category, known), offers: isAnsweredOnDevice }
  }, [api, id, category, docs, among, sets])
}
