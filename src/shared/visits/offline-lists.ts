import type { Device } from '../../offline/database.ts'
import { visitsSince } from '../../offline/live.ts'
import { namedPins, type NamedPin } from '../../offline/named-pins.ts'

/** `visited`: how many of its records were visited since. */
export type OfflineList = NamedPin & { visited: number }

/** The offline copies, the ones being worked through first. */
export const readOfflineLists = async (device: Device, since: string): Promise<OfflineList[]> => {
  const [named, visits] = await Promise.all([namedPins(device), visitsSince(device, since)])
  const ids = [...new Set(visits.map(({ value }) => value.recordId))]
  const rows = await device.read(({ records }) => records.bulkGet(ids))
  return named
    .map((entry): OfflineList => {
      const { id, category } = entry.pin
      // A copy of companies holds people too.
      const visited = rows.filter((row) => row?.category === category && row.pins.includes(id))
      return { ...entry, visited: visited.length }
    })
    .toSorted((x, y) => Number(isUnderWay(y)) - Number(isUnderWay(x)))
}

const isUnderWay = ({ visited, pin }: OfflineList): boolean => visited > 0 && visited < pin.done
