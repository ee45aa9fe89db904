import type { Point } from '../../../contract/search/distance.ts'
import type { Device } from '../../offline/database.ts'
import type { NewStop } from '../../offline/day-plans.ts'
import { followUps } from '../../offline/follow-ups.ts'
import { readDocs } from '../../offline/pin-docs.ts'
import { nearest, type Distance } from '../../offline/pin-search.ts'
import type { Pin } from '../../offline/rows.ts'

/** A record that may become a stop. `distance` is null without a start or an address. */
export type Candidate = NewStop & { distance: Distance | null; note: string }

/** The records of an offline copy, the nearest first. */
export const candidatesOfList = async (
  device: Device,
  { id, category }: Pick<Pin, 'id' | 'category'>,
  start: Point | null,
): Promise<Candidate[]> => {
  const docs = await device.read((tables) => readDocs(tables, id))
  return [...docs.values()]
    .map(({ doc }) => ({
      category,
      recordId: doc.id,
      name: doc.names[0] ?? '',
      distance: start && nearest(doc.points, start),
      note: '',
    }))
    .toSorted(
      (x, y) =>
        (x.distance?.km ?? Infinity) - (y.distance?.km ?? Infinity) || x.name.localeCompare(y.name),
    )
}

/** Records with a follow-up that is due by a day, the longest due first. */
export const candidatesDue = async (device: Device, day: string): Promise<Candidate[]> => {
  const due = (await followUps(device)).filter(
    ({ value }) => value.state === 'open' && value.dueDay <= day,
  )
  const ids = due.map(({ value }) => value.recordId)
  const rows = await device.read(({ records }) => records.bulkGet(ids))
  const found = new Map<string, Candidate>()
  due.forEach(({ value: { category, recordId, recordName, text } }, index) => {
    const name = rows[index]?.view.name ?? recordName
    if (name !== null && !found.has(recordId))
      found.set(recordId, { category, recordId, name, distance: null, note: text })
  })
  return [...found.values()]
}
