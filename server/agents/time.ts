import type { Transaction } from 'kysely'
import type { TimeZone } from '../../contract/core/time-zones.ts'
import type { Tables } from '../platform/db/tables.ts'
import { customerOf } from '../customer/customer.ts'
import { zoneOf } from '../customer/time-zone.ts'
import { dayMs, dayOf } from '../../contract/core/days.ts'

const minute = 60_000

export const zoneNow = async (trx: Transaction<Tables>): Promise<TimeZone> => {
  const customer = await customerOf(trx)
  return zoneOf(customer?.default_country ?? customer?.country)
}

/** YYYY-MM-DD, and minutes since midnight. */
export type Local = { day: string; minute: number }

export const localOf = (at: Date, zone: string): Local => {
  const shown = new Date(naive(at, zone))
  return {
    day: dayOf(shown),
    minute: shown.getUTCHours() * 60 + shown.getUTCMinutes(),
  }
}

/** The first if clocks show the time twice, shifted forward if they skip it. */
export const momentOfLocal = (local: Local, zone: string): Date => {
  const wanted = Date.parse(`${local.day}T00:00:00Z`) + local.minute * minute
  const before = wanted - offsetAt(wanted - dayMs, zone)
  const after = wanted - offsetAt(wanted + dayMs, zone)
  const shows = (at: number): boolean => naive(new Date(at), zone) === wanted
  const [first = before] = [before, after].filter(shows).toSorted((x, y) => x - y)
  return new Date(first)
}

export const isMonday = (of: string): boolean => new Date(`${of}T00:00:00Z`).getUTCDay() === 1

const offsetAt = (at: number, zone: string): number => naive(new Date(at), zone) - at

/** As if it were UTC, to the minute. */
const naive = (at: Date, zone: string): number => {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of clockOf(zone).formatToParts(at)) parts[type] = value
  const { year, month, day: dayOfMonth, hour, minute: minutes } = parts
  return Date.parse(`${year}-${month}-${dayOfMonth}T${hour}:${minutes}:00Z`)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Cached: creating a formatter takes a thousand times longer than using it. */
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
