import type { Device } from '../../../offline/database.ts'
import { pins } from '../../../offline/live.ts'
import type { Pin } from '../../../offline/rows.ts'

export type NamedPin = { pin: Pin; name: string }

/** What is available offline, the stalest first. */
export const namedPins = async (device: Device): Promise<NamedPin[]> => {
  const pinned = await pins(device)
  const ids = pinned.map(({ sourceId }) => sourceId)
  const rows = await device.read(async ({ lists, searches }) => [
    ...(await lists.bulkGet(ids)),
    ...(await searches.bulkGet(ids)),
  ])
  const names = new Map(
    rows.flatMap((row) => (row ? [[row.id, (row.value ?? row.known)?.name] as const] : [])),
  )
  return pinned
    .map((pin): NamedPin => {
      const name = names.get(pin.sourceId)
      return { pin, name: typeof name === 'string' ? name : 'A list you no longer have access to' }
    })
    .toSorted((x, y) => x.pin.fetchedAt - y.pin.fetchedAt)
}
