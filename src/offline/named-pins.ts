import type { Device } from './database.ts'
import type { Conflict, Pin } from './rows.ts'

/** `conflict`: what the user has to decide about its list or search. */
export type NamedPin = { pin: Pin; name: string; conflict: Conflict['kind'] | null }

/** The offline copies with the names of their lists and saved searches, the stalest first. */
export const namedPins = (device: Device): Promise<NamedPin[]> =>
  device.read(async ({ pins, lists, searches, conflicts }) => {
    const pinned = await pins.toArray()
    const ids = pinned.map(({ sourceId }) => sourceId)
    const rows = [...(await lists.bulkGet(ids)), ...(await searches.bulkGet(ids))]
    const names = new Map<string, unknown>()
    // A deleted list whose copy waits for the user's decision has its name in the conflict only.
    const undecided = await conflicts.toArray()
    for (const { item, mine } of undecided) names.set(item, mine?.name)
    for (const row of rows) if (row) names.set(row.id, (row.value ?? row.known)?.name)
    return pinned
      .map((pin): NamedPin => {
        const name = names.get(pin.sourceId)
        return {
          pin,
          name: typeof name === 'string' ? name : 'A list you no longer have access to',
          conflict: undecided.find(({ item }) => item === pin.sourceId)?.kind ?? null,
        }
      })
      .toSorted((x, y) => x.pin.fetchedAt - y.pin.fetchedAt)
  })
