import { evaluate, type EvaluateRequest } from '../../contract/search/evaluate.ts'
import { haversine, kmOf, type Point } from '../../contract/search/distance.ts'
import type { MapPoint } from '../../contract/search/search-doc.ts'
import type { RecordView } from '../../contract/records/records.ts'
import type { Device } from './database.ts'
import { readDocs, type PinDocument } from './pin-docs.ts'

export type LatLng = Point

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
  const { position } = question
  const { ids } = evaluate(all, { ...locatedQuestion(question), from: 0, size: all.length })
  const distances = new Map<string, Distance>()
  if (position)
    for (const id of ids) {
      const distance = nearest(docs.get(id)?.doc.points ?? [], position)
      if (distance) distances.set(id, distance)
    }
  return { ids, distances }
}

const locatedQuestion = (question: OrderQuestion): OrderQuestion => {
  const { criteria, position, withinKm } = question
  if (!position) return question
  const near = { ...position, ...(withinKm !== undefined && { withinKm }) }
  return {
    ...question,
    criteria: { ...criteria, metadata: { ...criteria.metadata, near } },
    sorting: [{ field: 'distance', order: 'asc' }],
  }
}

/** The records that the device has, in the order of `ids`. */
export const recordsByIds = async (
  device: Device,
  ids: readonly string[],
): Promise<RecordView[]> => {
  const rows = await device.read(({ records }) => records.bulkGet([...ids]))
  return rows.flatMap((row) => (row ? [row.view] : []))
}

export const nearest = (points: readonly MapPoint[], position: LatLng): Distance | null =>
  points.reduce<Distance | null>((best, { lat, lng, approx }) => {
    const km = kmOf(haversine(position, lat, lng))
    return best === null || km < best.km ? { km, approx: approx === true } : best
  }, null)
