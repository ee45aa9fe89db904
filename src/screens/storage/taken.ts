import type { Device } from '../../offline/database.ts'
import { pins, roomTaken, unsettled } from '../../offline/live.ts'
import type { Pin } from '../../offline/rows.ts'

/** A pin with its name and how much room its records take, in bytes. */
export type PinTaken = { pin: Pin; name: string; bytes: number }

/** What is kept on this device and about how much room it takes, in bytes. */
export type Taken = {
  pins: PinTaken[]
  viewed: { count: number; bytes: number }
  saved: { lists: number; searches: number; notes: number; bytes: number }
  /** Edits that are nowhere else yet. */
  unsent: number
}

/** Everything of one person in one organisation on this device, the largest pin first. */
export const taken = async (device: Device): Promise<Taken> => {
  const [held, room, waiting] = await Promise.all([
    pins(device),
    roomTaken(device),
    unsettled(device),
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
    const names = new Map(
      [...lists, ...searches].map(({ id, value, known }) => [id, (value ?? known)?.name]),
    )
    const alive = (rows: { value: unknown }[]): number =>
      rows.filter(({ value }) => value !== null).length
    return {
      pins: held
        .map((pin): PinTaken => {
          const name = names.get(pin.sourceId)
          return {
            pin,
            name: typeof name === 'string' ? name : 'A list you no longer have access to',
            bytes: room.byPin.get(pin.id) ?? 0,
          }
        })
        .toSorted((x, y) => y.bytes - x.bytes),
      viewed: { count: viewed, bytes: room.viewed },
      saved: {
        lists: alive(lists),
        searches: alive(searches),
        notes: alive(activities),
        bytes: sizeOf([lists, searches, recent, members, activities]),
      },
      unsent: waiting.unsent.length + waiting.needAttention.length,
    }
  })
}

const sizeOf = (rows: unknown): number => JSON.stringify(rows).length
