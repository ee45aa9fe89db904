import type { RecordView } from '../../../contract/records/records.ts'
import type { Device } from '../../offline/database.ts'
import { visitsSince } from '../../offline/live.ts'
import type { PinDocument } from '../../offline/pin-docs.ts'
import { nearest, recordsByIds, type Distance, type LatLng } from '../../offline/pin-search.ts'
import { spotOf, type Spot } from './locations.ts'

/** A list that is worked through nearest first. In memory only, as the position in it is. */
export type Round = {
  /** The name of the device's database: a round is of one user. */
  device: string
  position: LatLng
  ids: readonly string[]
  /** Every record of the list. */
  docs: ReadonlyMap<string, Pick<PinDocument, 'doc'>>
}

let current: Round | null = null

export const setRound = (round: Round | null): void => {
  current = round
}

/**
 * done: nothing found is left to visit, and nothing of the whole list if `list`. `distance` and `spot` are null where no place is
 * known; `from` is what the distance is measured from.
 */
export type NextStop =
  | {
      is: 'stop'
      view: RecordView
      distance: Distance | null
      from: 'visited' | 'device'
      spot: Spot | null
    }
  | { is: 'done'; list: boolean }

/** The next record of the round after a visit: the nearest to the visited one that was not visited since `since`. Null outside the round. */
export const findNextStop = async (
  device: Device,
  visited: string,
  since: string,
  round: Round | null = current,
): Promise<NextStop | null> => {
  if (round === null || round.device !== device.name || !round.docs.has(visited)) return null
  const visits = await visitsSince(device, since)
  const past = new Set([visited, ...visits.map(({ value }) => value.recordId)])
  const at = pointOf(round, visited)
  const from = at ?? round.position
  let best: { id: string; distance: Distance | null } | null = null
  for (const id of round.ids) {
    if (past.has(id)) continue
    const distance = nearest(round.docs.get(id)?.doc.points ?? [], from)
    if (best === null || (distance?.km ?? Infinity) < (best.distance?.km ?? Infinity))
      best = { id, distance }
  }
  if (best === null) return { is: 'done', list: [...round.docs.keys()].every((id) => past.has(id)) }
  const [view] = await recordsByIds(device, [best.id])
  if (view === undefined) return null
  return {
    is: 'stop',
    view,
    distance: best.distance,
    from: at === null ? 'device' : 'visited',
    spot: spotOf(view, from),
  }
}

const pointOf = ({ docs, position }: Round, id: string): LatLng | null => {
  const points = docs.get(id)?.doc.points ?? []
  const closest = nearest(points, position)?.km
  return points.find((point) => nearest([point], position)?.km === closest) ?? null
}
