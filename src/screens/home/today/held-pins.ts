import type { Device } from '../../../offline/database.ts'
import { pins } from '../../../offline/live.ts'
import type { Pin } from '../../../offline/rows.ts'

/** A list or saved search that is available offline, and what it is called. */
export type HeldPin = { pin: Pin; name: string }

/** What is available offline, the one fetched longest ago first. */
export const heldPins = async (device: Device): Promise<HeldPin[]> => {
  const held = await pins(device)
  const ids = held.map(({ sourceId }) => sourceId)
  const rows = await device.read(async ({ lists, searches }) => [
    ...(await lists.bulkGet(ids)),
    ...(await searches.bulkGet(ids)),
  ])
  const names = new Map(
    rows.flatMap((row) => (row ? [[row.id, (row.value ?? row.known)?.name] as const] : [])),
  )
  return held
    .map((pin): HeldPin => {
      const name = names.get(pin.sourceId)
      return { pin, name: typeof name === 'string' ? name : 'A list you no longer have access to' }
    })
    .toSorted((x, y) => x.pin.fetchedAt - y.pin.fetchedAt)
}
