import { evaluate, type EvaluateRequest } from '../../contract/search/evaluate.ts'
import { haversine } from '../../contract/search/match.ts'
import type { RecordView } from '../../contract/records/records.ts'
import type { Device } from './database.ts'
import { readDocs, type Documented } from './pin-docs.ts'

export type Here = { lat: number; lng: number }

/** How far a record is, by its nearest office; `approx` where only the middle of its postcode is known. */
export type Distance = { km: number; approx: boolean }

/** What is asked of a pin, all of it at once. */
export type OrderQuestion = Omit<EvaluateRequest, 'from' | 'size'> & {
  /** Nearest first from here, instead of `sorting`. It is used on the device and goes nowhere. */
  here?: Here
  /** With `here`: only within so many km. */
  withinKm?: number
  /** Only these: what was taken out of a list on this device leaves its pin with the next reading only. */
  among?: ReadonlySet<string>
}

export type PinQuestion = OrderQuestion & { from: number; size: number }

/** All ids that are found, in order, and with `here` how far each of them is. */
export type PinOrder = { ids: string[]; distances: ReadonlyMap<string, Distance> }

export type PinAnswer = {
  total: number
  records: RecordView[]
  /** With `here`: of the records on this page. */
  distances: ReadonlyMap<string, Distance>
}

/** The documents of a pin by id; those of the pin last asked about stay in memory. */
export const createPinReader = (
  device: Device,
): ((pin: string) => Promise<ReadonlyMap<string, Documented>>) => {
  let held: { key: string; docs: Promise<Map<string, Documented>> } | null = null
  return async (id) => {
    const pin = await device.read(({ pins }) => pins.get(id))
    const key = `${id} ${pin?.fetchedAt} ${pin?.done} ${pin?.checksum}`
    if (held?.key !== key) held = { key, docs: device.read((tables) => readDocs(tables, id)) }
    return held.docs.catch((error: unknown) => {
      held = null
      throw error
    })
  }
}

/** Puts a pin's documents in the order a question asks for, by the rules of the online search. */
export const orderOfPin = (
  docs: ReadonlyMap<string, Documented>,
  question: OrderQuestion,
): PinOrder => {
  const { among } = question
  const all = [...docs.values()].flatMap(({ doc }) =>
    among === undefined || among.has(doc.id) ? [doc] : [],
  )
  const { ids } = evaluate(all, { ...question, from: 0, size: all.length })
  return question.here
    ? nearestFirst(docs, ids, question.here, question.withinKm)
    : { ids, distances: new Map() }
}

/** Records the device holds, in the order of `ids`; those it does not hold are left out. */
export const recordsByIds = async (
  device: Device,
  ids: readonly string[],
): Promise<RecordView[]> => {
  const rows = await device.read(({ records }) => records.bulkGet([...ids]))
  return rows.flatMap((row) => (row ? [row.view] : []))
}

/** Searches pinned records by the rules of the online search, page by page. */
export const createPinSearch = (
  device: Device,
): ((pin: string, question: PinQuestion) => Promise<PinAnswer>) => {
  const read = createPinReader(device)
  return async (id, question) => {
    const { ids, distances } = orderOfPin(await read(id), question)
    const page = ids.slice(question.from, question.from + question.size)
    return {
      total: ids.length,
      records: await recordsByIds(device, page),
      distances: new Map(
        page.flatMap((each) => {
          const distance = distances.get(each)
          return distance ? [[each, distance]] : []
        }),
      ),
    }
  }
}

const nearestFirst = (
  docs: ReadonlyMap<string, Documented>,
  ids: readonly string[],
  here: Here,
  withinKm = Infinity,
): PinOrder => {
  const found = ids.map((id) => ({ id, distance: nearest(docs.get(id)?.places ?? [], here) }))
  const near = found.filter(
    ({ distance }) => withinKm === Infinity || (distance !== null && distance.km <= withinKm),
  )
  // Records without a point come last, in the order of the question.
  near.sort((x, y) => (x.distance?.km ?? farthest) - (y.distance?.km ?? farthest))
  return {
    ids: near.map(({ id }) => id),
    distances: new Map(near.flatMap(({ id, distance }) => (distance ? [[id, distance]] : []))),
  }
}

const farthest = 1e9
const earthDiameterKm = 12_742

const nearest = (places: Documented['places'], here: Here): Distance | null =>
  places.reduce<Distance | null>((best, { lat, lng, approx }) => {
    const km = earthDiameterKm * Math.asin(Math.min(1, Math.sqrt(haversine(here, lat, lng))))
    return best === null || km < best.km ? { km, approx } : best
  }, null)
