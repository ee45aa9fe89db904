import { relevance } from '../../../contract/search/match.ts'
import type { Category, RecordView } from '../../../contract/records/records.ts'
import type { AutocompleteRecord } from '../../../contract/search/search.ts'
import { foldText } from '../../../contract/search/search-doc.ts'
import type { Device } from '../../offline/database.ts'
import type { RecordRow } from '../../offline/rows.ts'

/** The names of a record on this device, without case and accents. */
export type DeviceName = { id: string; category: Category; names: readonly string[] }

export const readDeviceNames = (device: Device): Promise<DeviceName[]> =>
  device.read(async ({ records, docs }) => {
    const found = new Map<string, DeviceName>()
    for (const { docs: page } of await docs.toArray())
      for (const { id, category, names } of page)
        found.set(id, { id, category, names: names.map(foldText) })
    for (const { id, category, view } of await records.where('viewedAt').above(0).toArray())
      found.set(id, { id, category, names: namesOf(view).map(foldText) })
    return [...found.values()]
  })

/** Ranks the matches of a term: equal, then prefix, then each term begins a word; by name inside each group. */
export const rankDeviceNames = (
  all: readonly DeviceName[],
  category: Category,
  term: string,
  size: number,
): string[] => {
  const query = foldText(term)
  if (query === '') return []
  return all
    .filter((entry) => entry.category === category)
    .map(({ id, names }) => ({ id, name: names[0] ?? '', rank: relevance(names, query) }))
    .filter(({ rank }) => rank < 3)
    .toSorted(
      (entry, other) =>
        entry.rank - other.rank ||
        (entry.name < other.name ? -1 : entry.name > other.name ? 1 : 0) ||
        (entry.id < other.id ? -1 : 1),
    )
    .slice(0, size)
    .map(({ id }) => id)
}

export const readDeviceRecords = (
  device: Device,
  ids: readonly string[],
): Promise<AutocompleteRecord[]> =>
  device.read(async ({ records }) =>
    (await records.bulkGet([...ids])).flatMap((row) => (row ? [toAutocompleteRecord(row)] : [])),
  )

const namesOf = (view: RecordView): readonly string[] =>
  'position' in view ? [view.name] : [view.name, ...view.trading_names]

export const toAutocompleteRecord = ({ id, category, view }: RecordRow): AutocompleteRecord => {
  const person = 'position' in view
  const location = person ? view.location : view.hq
  const town = [location?.suburb ?? location?.city, location?.state].filter(
    (part) => part !== undefined,
  )
  return {
    id,
    category,
    name: view.name,
    ...(person
      ? { position: view.position }
      : view.domain === undefined
        ? {}
        : { domain: view.domain }),
    ...(town.length === 0 ? {} : { location: town.join(' ') }),
  }
}
