import { evaluate, type EvaluateRequest } from '../../contract/evaluate.ts'
import { haversine } from '../../contract/match.ts'
import type { RecordView } from '../../contract/records.ts'
import type { Device } from './database.ts'
import { readDocs, type Documented } from './pin-docs.ts'

export type Here = { lat: number; lng: number }

/** How far a record is, by its nearest office; `approx` where only the middle of its postcode is known. */
export type Distance = { km: number; approx: boolean }

export type PinQuestion = EvaluateRequest & {
  /** Nearest first from here, instead of `sorting`. It is used on the device and goes nowhere. */
  here?: Here
  /** With `here`: only within so many km. */
  withinKm?: number
}

export type PinAnswer = {
  total: number
  records: RecordView[]
  /** With `here`: of the records on this page. */
  distances: ReadonlyMap<string, Distance>
}

/** Searches pinned records by the rules of the online search; the documents of the pin last asked about stay in memory. */
export const createPinSearch = (
  device: Device,
): ((pin: string, question: PinQuestion) => Promise<PinAnswer>) => {
  let held: { key: string; docs: Promise<Map<string, Documented>> } | null = null
  return async (id, question) => {
    const pin = await device.read(({ pins }) => pins.get(id))
    const key = `${id} ${pin?.fetchedAt} ${pin?.done} ${pin?.checksum}`
    if (held?.key !== key) held = { key, docs: device.read((tables) => readDocs(tables, id)) }
    const docs = await held.docs.catch((error: unknown) => {
      held = null
      throw error
    })
    const { total, ids, distances } = question.here
      ? nearestFirst(docs, question, question.here)
      : {
          ...evaluate(
            [...docs.values()].map(({ doc }) => doc),
            question,
          ),
          distances: new Map(),
        }
    const rows = await device.read(({ records }) => records.bulkGet(ids))
    return { total, distances, records: rows.flatMap((row) => (row ? [row.view] : [])) }
  }
}

const nearestFirst = (
  docs: ReadonlyMap<string, Documented>,
  question: PinQuestion,
  here: Here,
): { total: number; ids: string[]; distances: Map<string, Distance> } => {
  const all = [...docs.values()].map(({ doc }) => doc)
  const found = evaluate(all, { ...question, from: 0, size: all.length }).ids.map((id) => ({
    id,
    distance: nearest(docs.get(id)?.places ?? [], here),
  }))
  const { withinKm = Infinity } = question
  const near = found.filter(
    ({ distance }) => withinKm === Infinity || (distance !== null && distance.km <= withinKm),
  )
  // Records without a point come last, in the order of the question.
  near.sort((x, y) => (x.distance?.km ?? farthest) - (y.distance?.km ?? farthest))
  const page = near.slice(question.from, question.from + question.size)
  return {
    total: near.length,
    ids: page.map(({ id }) => id),
    distances: new Map(page.flatMap(({ id, distance }) => (distance ? [[id, distance]] : []))),
  }
}

const farthest = 1e9
const earthDiameterKm = 12_742

const nearest = (places: Documented['places'], here: Here): Distance | null =>
  places.reduce<Distance | null>((best, { lat, lng, approx }) => {
    const km = earthDiameterKm * Math.asin(Math.min(1, Math.sqrt(haversine(here, lat, lng))))
    return best === null || km < best.km ? { km, approx } : best
  }, null)
