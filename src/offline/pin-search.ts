import { evaluate, type EvaluateRequest } from '../../contract/search/evaluate.ts'
import { haversine } from '../../contract/search/match.ts'
import type { RecordView } from '../../contract/records/records.ts'
import type { Device } from './database.ts'
import { readDocs, type PinDocument } from './pin-docs.ts'

export type LatLng = { lat: number; lng: number }

/** The distance to a record's nearest office; `approx` where only the centre of its postcode is known. */
export type Distance = { km: number; approx: boolean }

export type OrderQuestion = Omit<EvaluateRequest, 'from' | 'size'> & {
  /** Sorts by distance from here instead of `sorting`. The position never leaves the device. */
  position?: LatLng
  /** With `position`: only records within this distance. */
  withinKm?: number
  /** Only these records: a removed member stays in the copy until its next refresh. */
  among?: ReadonlySet<string>
}

export type PinOrder = { ids: string[]; distances: ReadonlyMap<string, Distance> }

/** Reads the documents of an offline copy by id; those of the last one stay in memory. */
export const createPinReader = (
  device: Device,
): ((pin: string) => Promise<ReadonlyMap<string, PinDocument>>) => {
  let cached: { key: string; docs: Promise<Map<string, PinDocument>> } | null = null
  return async (id) => {
    const pin = await device.read(({ pins }) => pins.get(id))
    const key = `${id} ${pin?.fetchedAt} ${pin?.done} ${pin?.checksum}`
    if (cached?.key !== key) cached = { key, docs: device.read((tables) => readDocs(tables, id)) }
    return cached.docs.catch((error: unknown) => {
      cached = null
      throw error
    })
  }
}

/** Filters and sorts an offline copy by the rules of the online search. */
export const orderOfPin = (
  docs: ReadonlyMap<string, PinDocument>,
  question: OrderQuestion,
): PinOrder => {
  const { among } = question
  const all = [...docs.values()].flatMap(({ doc }) =>
    among === undefined || among.has(doc.id) ? [doc] : [],
  )
  const { ids } = evaluate(all, { ...question, from: 0, size: all.length })
  return question.position
    ? nearestFirst(docs, ids, question.position, question.withinKm)
    : { ids, distances: new Map() }
}

/** The records that the device has, in the order of `ids`. */
export const recordsByIds = async (
  device: Device,
  ids: readonly string[],
): Promise<RecordView[]> => {
  const rows = await device.read(({ records }) => records.bulkGet([...ids]))
  return rows.flatMap((row) => (row ? [row.view] : []))
}

const nearestFirst = (
  docs: ReadonlyMap<string, PinDocument>,
  ids: readonly string[],
  position: LatLng,
  withinKm = Infinity,
): PinOrder => {
  const found = ids.map((id) => ({ id, distance: nearest(docs.get(id)?.places ?? [], position) }))
  const near = found.filter(
    ({ distance }) => withinKm === Infinity || (distance !== null && distance.km <= withinKm),
  )
  // Records without a point come last, in the order of the search.
  near.sort((x, y) => (x.distance?.km ?? farthest) - (y.distance?.km ?? farthest))
  return {
    ids: near.map(({ id }) => id),
    distances: new Map(near.flatMap(({ id, distance }) => (distance ? [[id, distance]] : []))),
  }
}

const farthest = 1e9
const earthDiameterKm = 12_742

export const nearest = (places: PinDocument['places'], position: LatLng): Distance | null =>
  places.reduce<Distance | null>((best, { lat, lng, approx }) => {
    const km = earthDiameterKm * Math.asin(Math.min(1, Math.sqrt(haversine(position, lat, lng))))
    return best === null || km < best.km ? { km, approx } : best
  }, null)
