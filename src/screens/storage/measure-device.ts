import type { Device } from '../../offline/database.ts'
import { countUnsettled, measureStorage } from '../../offline/live.ts'
import { namedPins, type NamedPin } from '../../offline/named-pins.ts'

export type PinUsage = NamedPin & { bytes: number }

/** What this device stores, and its approximate size in bytes. */
export type StorageUsage = {
  pins: PinUsage[]
  viewed: { count: number; bytes: number }
  stops: { count: number; bytes: number }
  saved: { lists: number; searches: number; notes: number; bytes: number }
  unsent: number
}

export const measureDevice = async (device: Device): Promise<StorageUsage> => {
  const [pinned, room, waiting] = await Promise.all([
    namedPins(device),
    measureStorage(device),
    countUnsettled(device),
  ])
  return device.read(async (tables) => {
    const [lists, searches, recent, members, activities, viewed] = await Promise.all([
      tables.lists.toArray(),
      tables.searches.toArray(),
      tables.recent.toArray(),
      tables.members.toArray(),
      tables.activities.toArray(),
      tables.records.where('viewedAt').above(0).count(),
    ])
    const alive = (rows: { value: unknown }[]): number =>
      rows.filter(({ value }) => value !== null).length
    return {
      pins: pinned
        .map((named): PinUsage => ({ ...named, bytes: room.byPin.get(named.pin.id) ?? 0 }))
        .toSorted((x, y) => y.bytes - x.bytes),
      viewed: { count: viewed, bytes: room.viewed },
      stops: room.stops,
      saved: {
        lists: alive(lists),
        searches: alive(searches),
        notes: alive(activities),
        bytes: sizeOf([lists, searches, recent, members, activities]),
      },
      unsent: waiting.queued + waiting.attention,
    }
  })
}

const sizeOf = (rows: unknown): number => JSON.stringify(rows).length
