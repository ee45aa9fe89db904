import type { Device } from './database.ts'
import type { Pin } from './rows.ts'

export type NamedPin = { pin: Pin; name: string }

/** The offline copies with the names of their lists and saved searches, the stalest first. */
export const namedPins = (device: Device): Promise<NamedPin[]> =>
  device.read(async ({ pins, lists, searches, conflicts }) => {
    const pinned = await pins.toArray()
    const ids = pinned.map(({ sourceId }) => sourceId)
    const rows = [...(await lists.bulkGet(ids)), ...(await searches.bulkGet(ids))]
    const names = new Map<string, unknown>()
    // A deleted list whose copy waits for the user's decision has its name in the conflict only.
    for (const { item, mine } of await conflicts.toArray()) names.set(item, mine?.name)
    for (const row of rows) if (row) names.set(row.id, (row.value ?? row.known)?.name)
    return pinned
      .map((pin): NamedPin => {
        const name = names.get(pin.sourceId)
        return {
          pin,
          name: typeof name === 'string' ? name : 'A list you no longer have access to',
        }
      })
      .toSorted((x, y) => x.pin.fetchedAt - y.pin.fetchedAt)
  })
