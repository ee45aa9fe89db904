import type { Transaction } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'
import { customerOf } from '../customer/customer.ts'

const day = 86_400_000
const minute = 60_000

/** The time zone an organisation lives in, by its country; Sydney's where it works in both. */
export const zoneOf = (country: 'AU' | 'NZ' | 'ALL' | undefined): string =>
  country === 'NZ' ? 'Pacific/Auckland' : 'Australia/Sydney'

/** The time zone of the organisation of this transaction. */
export const zoneNow = async (trx: Transaction<Tables>): Promise<string> => {
  const customer = await customerOf(trx)
  return zoneOf(customer?.default_country ?? customer?.country)
}

/** What calendar and clock show somewhere: YYYY-MM-DD, and minutes since midnight. */
export type Local = { day: string; minute: number }

/** What calendar and clock of a time zone show at a moment. */
export const localOf = (at: Date, zone: string): Local => {
  const shown = new Date(naive(at, zone))
  return {
    day: shown.toISOString().slice(0, 10),
    minute: shown.getUTCHours() * 60 + shown.getUTCMinutes(),
  }
}

/**
 * When clocks of a time zone show a minute of a day: the first time where they show it twice, as much later as they were put forward
 * where they never show it.
 */
export const momentOf = (local: Local, zone: string): Date => {
  const wanted = Date.parse(`${local.day}T00:00:00Z`) + local.minute * minute
  const before = wanted - offsetAt(wanted - day, zone)
  const after = wanted - offsetAt(wanted + day, zone)
  const shows = (at: number): boolean => naive(new Date(at), zone) === wanted
  const [first = before] = [before, after].filter(shows).toSorted((x, y) => x - y)
  return new Date(first)
}

/** A day so many days after another. */
export const dayAfter = (from: string, days = 1): string =>
  new Date(Date.parse(`${from}T00:00:00Z`) + days * day).toISOString().slice(0, 10)

/** Whether a day is a Monday. */
export const isMonday = (of: string): boolean => new Date(`${of}T00:00:00Z`).getUTCDay() === 1

const offsetAt = (at: number, zone: string): number => naive(new Date(at), zone) - at

/** What the clock shows, as if it stood in Greenwich, to the minute. */
const naive = (at: Date, zone: string): number => {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of clockOf(zone).formatToParts(at)) parts[type] = value
  const { year, month, day: dayOfMonth, hour, minute: minutes } = parts
  return Date.parse(`${year}-${month}-${dayOfMonth}T${hour}:${minutes}:00Z`)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Kept: making one takes a thousand times longer than asking it. */
const clockOf = (zone: string): Intl.DateTimeFormat => {
  const known = clocks.get(zone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  clocks.set(zone, clock)
  return clock
}
