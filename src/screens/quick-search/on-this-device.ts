import { relevance } from '../../../contract/search/match.ts'
import type { Category, RecordView } from '../../../contract/records/records.ts'
import type { AutocompleteRecord } from '../../../contract/search/search.ts'
import { folded } from '../../../contract/search/search-doc.ts'
import type { Device } from '../../offline/database.ts'
import type { RecordRow } from '../../offline/rows.ts'

/** What a record of this device is found by: its id and its names, folded. */
export type NamedHere = { id: string; category: Category; names: readonly string[] }

/** Everything on this device one can find by name: what was opened, and what is pinned. */
export const namesHere = (device: Device): Promise<NamedHere[]> =>
  device.read(async ({ records, docs }) => {
    const found = new Map<string, NamedHere>()
    for (const { docs: page } of await docs.toArray())
      for (const { id, category, names } of page)
        found.set(id, { id, category, names: names.map(folded) })
    for (const { id, category, view } of await records.where('viewedAt').above(0).toArray())
      found.set(id, { id, category, names: namesOf(view).map(folded) })
    return [...found.values()]
  })

/** The ids of a category that a term finds: equal to it, beginning with it, every word of it beginning a word; by name inside each. */
export const rankedHere = (
  all: readonly NamedHere[],
  category: Category,
  term: string,
  size: number,
): string[] => {
  const query = folded(term)
  if (query === '') return []
  return all
    .filter((one) => one.category === category)
    .map(({ id, names }) => ({ id, name: names[0] ?? '', rank: relevance(names, query) }))
    .filter(({ rank }) => rank < 3)
    .toSorted(
      (one, other) =>
        one.rank - other.rank ||
        (one.name < other.name ? -1 : one.name > other.name ? 1 : 0) ||
        (one.id < other.id ? -1 : 1),
    )
    .slice(0, size)
    .map(({ id }) => id)
}

/** The records of these ids as quick search shows them, in this order. */
export const shownHere = (device: Device, ids: readonly string[]): Promise<AutocompleteRecord[]> =>
  device.read(async ({ records }) =>
    (await records.bulkGet([...ids])).flatMap((row) => (row ? [shown(row)] : [])),
  )

const namesOf = (view: RecordView): readonly string[] =>
  'position' in view ? [view.name] : [view.name, ...view.trading_names]

/** A record of this device as quick search shows it. */
export const shown = ({ id, category, view }: RecordRow): AutocompleteRecord => {
  const person = 'position' in view
  const place = person ? view.location : view.hq
  const town = [place?.suburb ?? place?.city, place?.state].filter((part) => part !== undefined)
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
