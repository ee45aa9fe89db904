import { emptyCriteria } from '../../contract/search/criteria.ts'
import type { RecordView } from '../../contract/records/records.ts'
import type { Device } from './database.ts'
import { recordsByIds, orderOfPin } from './pin-search.ts'
import type { PinDocument } from './pin-docs.ts'
import type { Pin } from './rows.ts'

/** The first records of an offline copy: enough for the first screen, without reading the rest. */
export type PinHead = { ids: readonly string[]; views: ReadonlyMap<string, RecordView> }

const maxRows = 24

export const headIds = (
  docs: ReadonlyMap<string, PinDocument>,
  category: Pin['category'],
): string[] =>
  orderOfPin(docs, { category, criteria: emptyCriteria, sorting: [] }).ids.slice(0, maxRows)

/** The first records of a list's or saved search's offline copy; null where none exists, or an earlier version made it. */
export const readPinHead = async (device: Device, sourceId: string): Promise<PinHead | null> => {
  const pins = await device.read((tables) =>
    tables.pins.bulkGet([`list:${sourceId}`, `search:${sourceId}`]),
  )
  const ids = pins.find((pin) => pin?.head !== undefined)?.head
  if (ids === undefined || ids.length === 0) return null
  const views = await recordsByIds(device, ids)
  // Records that were deleted since would leave gaps.
  return views.length === ids.length
    ? { ids, views: new Map(views.map((view) => [view.id, view])) }
    : null
}
