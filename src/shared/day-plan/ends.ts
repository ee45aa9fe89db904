import type { Point } from '../../../contract/search/distance.ts'
import type { Device } from '../../offline/database.ts'
import type { Local } from '../../offline/outbox.ts'

export type Postcode = Point & { postcode: string }

/** Where days start or end; 'stop': at the first or last stop. */
export type EndChoice = 'stop' | 'here' | 'home' | Postcode

/** On this device only: no request holds any of it. */
export type DayEnds = { home: Postcode | null; start: EndChoice; end: EndChoice }

const key = 'dayEnds'

export const readEnds = async (device: Device): Promise<DayEnds> => {
  const row = await device.read(({ meta }) => meta.get(key))
  // Only `saveEnds` writes it.
  return (row?.value as DayEnds | undefined) ?? { home: null, start: 'stop', end: 'stop' }
}

export const saveEnds = ({ device }: Pick<Local, 'device'>, ends: DayEnds): Promise<unknown> =>
  device.write(['meta'], ({ meta }) => meta.put({ key, value: ends }))

/** Null where the day starts or ends at a stop, and while the point is unknown. */
export const pointOf = (
  choice: EndChoice,
  { home }: DayEnds,
  position: Point | null,
): Point | null => {
  if (choice === 'stop') return null
  if (choice === 'here') return position
  return choice === 'home' ? home : choice
}

/** 'from 6000', 'from home'; empty at a stop. */
export const sayEnd = (choice: EndChoice, preposition: 'from' | 'to'): string => {
  if (choice === 'stop') return ''
  const name = choice === 'here' ? 'where you are' : choice === 'home' ? 'home' : choice.postcode
  return `${preposition} ${name}`
}

/** The middle of a postcode, by the records on this device that have only one address; null where none is in it. */
export const postcodeOnDevice = (
  docs: readonly { facets: Record<string, readonly string[]>; points: readonly Point[] }[],
  postcode: string,
): Point | null => {
  const points = docs.flatMap(({ facets, points: [point, ...others] }) =>
    point !== undefined &&
    others.length === 0 &&
    facets['location']?.some((value) => value.endsWith(`/${postcode}`)) === true
      ? [point]
      : [],
  )
  if (points.length === 0) return null
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  return { lat: mean(points.map(({ lat }) => lat)), lng: mean(points.map(({ lng }) => lng)) }
}
