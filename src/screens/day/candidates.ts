import type { Category } from '../../../contract/records/records.ts'
import type { Point } from '../../../contract/search/distance.ts'
import type { SearchDoc } from '../../../contract/search/search-doc.ts'
import type { SavedSearch } from '../../../contract/saved-work/searches.ts'
import { dueVisits } from '../../offline/cadences.ts'
import type { Device } from '../../offline/database.ts'
import type { NewStop } from '../../offline/day-plans.ts'
import { readDeviceDocs } from '../../offline/device-docs.ts'
import { everyWeeks } from '../../offline/entities/cadence.ts'
import { followUps } from '../../offline/follow-ups.ts'
import type { NamedPin } from '../../offline/named-pins.ts'
import { readDocs } from '../../offline/pin-docs.ts'
import { nearest, type Distance } from '../../offline/pin-search.ts'
import { spotsIn } from '../../shared/visits/locations.ts'
import { partOf, regionOf } from '../../shared/visits/region.ts'

/** A record that may become a stop. `distance` is null without a start or an address. */
export type Candidate = NewStop & { distance: Distance | null; note: string }

/** The records of an offline copy, the nearest first; each in the region of its list. */
export const candidatesOfList = async (
  device: Device,
  { pin: { id, sourceId, category }, name }: NamedPin,
  start: Point | null,
): Promise<Candidate[]> => {
  const { docs, search } = await device.read(async (tables) => ({
    docs: [...(await readDocs(tables, id)).values()],
    search: await tables.searches.get(sourceId),
  }))
  const locationsOf = (doc: SearchDoc): readonly string[] => doc.facets['location'] ?? []
  const region = regionOf({
    // Rows of this table hold saved searches.
    filtered: (search?.value as SavedSearch | null | undefined)?.filters['location'],
    sets: () => docs.map(({ doc }) => locationsOf(doc)),
    name,
  })
  return byDistance(
    docs.map(({ doc }) => ({
      ...candidateOf(category, doc, start),
      region: partOf(region, locationsOf(doc)),
    })),
  )
}

/** The companies on this device that have an address, the nearest first. */
export const candidatesNear = async (
  device: Device,
  now: number,
  start: Point,
): Promise<Candidate[]> => {
  const { company } = await readDeviceDocs(device, now)
  return byDistance(
    company
      .filter(({ points }) => points.length > 0)
      .map((doc) => candidateOf('company', doc, start)),
  )
}

/** Records with a follow-up or a visit that is due by a day: with a start the nearest first, otherwise the longest due. */
export const candidatesDue = async (
  device: Device,
  day: string,
  start: Point | null,
): Promise<Candidate[]> => {
  const [all, visits] = await Promise.all([followUps(device), dueVisits(device, day)])
  const due = [
    ...all
      .filter(({ value }) => value.state === 'open' && value.dueDay <= day)
      .map(({ value: { recordName: name, text: note, ...rest } }) => ({ ...rest, name, note })),
    ...visits.map((visit) => ({ ...visit, note: everyWeeks(visit.weeks) })),
  ].toSorted((x, y) => (x.dueDay < y.dueDay ? -1 : 1))
  const ids = due.map(({ recordId }) => recordId)
  const rows = await device.read(({ records }) => records.bulkGet(ids))
  const found = new Map<string, Candidate>()
  due.forEach(({ category, recordId, note, ...known }, index) => {
    const view = rows[index]?.view
    const name = view?.name ?? known.name
    if (name === null || found.has(recordId)) return
    const points = view ? spotsIn(view, []) : []
    const distance = start && nearest(points, start)
    found.set(recordId, { category, recordId, name, distance, note })
  })
  return start === null ? [...found.values()] : byDistance([...found.values()])
}

const candidateOf = (category: Category, doc: SearchDoc, start: Point | null): Candidate => ({
  category,
  recordId: doc.id,
  name: doc.names[0] ?? '',
  distance: start && nearest(doc.points, start),
  note: '',
})

const byDistance = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.toSorted(
    (x, y) =>
      (x.distance?.km ?? Infinity) - (y.distance?.km ?? Infinity) || x.name.localeCompare(y.name),
  )
