import { emptyCriteria } from '../../contract/search/criteria.ts'
import type { RecordView } from '../../contract/records/records.ts'
import type { Device } from './database.ts'
import { recordsByIds, orderOfPin } from './pin-search.ts'
import type { Documented } from './pin-docs.ts'
import type { Pin } from './rows.ts'

/** The first records of a pin as one finds it: enough for the first screen, and read without all the rest. */
export type PinHead = { ids: readonly string[]; views: ReadonlyMap<string, RecordView> }

/** More rows than the tallest screen shows. */
const most = 24

/** The ids a pin begins with where nothing is asked of it. */
export const headIds = (
  docs: ReadonlyMap<string, Documented>,
  category: Pin['category'],
): string[] =>
  orderOfPin(docs, { category, criteria: emptyCriteria, sorting: [] }).ids.slice(0, most)

/** How the pin of a list or saved search begins; null where there is none, or it was kept before pins knew. */
export const readPinHead = async (device: Device, sourceId: string): Promise<PinHead | null> => {
  const pins = await device.read((tables) =>
    tables.pins.bulkGet([`list:${sourceId}`, `search:${sourceId}`]),
  )
  const ids = pins.find((pin) => pin?.head !== undefined)?.head
  if (ids === undefined || ids.length === 0) return null
  const views = await recordsByIds(device, ids)
  // Records that went since would leave gaps.
  return views.length === ids.length
    ? { ids, views: new Map(views.map((view) => [view.id, view])) }
    : null
}
