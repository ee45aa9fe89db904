const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** The age of what the device stores: fresh under 24 hours, ageing under 7 days, then old (product 2.13). */
export type Age = {
  tone: 'fresh' | 'ageing' | 'old'
  /** Whole units, rounded down; 0 minutes is 'just now'. */
  count: number
  unit: 'minute' | 'hour' | 'day'
}

/** Times in ms since 1970. An age is never negative, even where the clock was set back. */
export const ageOf = (fetchedAt: number, now: number): Age => {
  const past = Math.max(0, now - fetchedAt)
  const tone = past < day ? 'fresh' : past < 7 * day ? 'ageing' : 'old'
  if (past < hour) return { tone, count: Math.floor(past / minute), unit: 'minute' }
  if (past < day) return { tone, count: Math.floor(past / hour), unit: 'hour' }
  return { tone, count: Math.floor(past / day), unit: 'day' }
}

/** Takes both in ms. A stamp more than an hour in the future counts as old: the clock was set back, so the true age is unknown. */
export const isOlderThan = (limit: number, at: number, now: number): boolean =>
  now - at > limit || at - now > Math.min(limit, hour)

/** How long contact details may stay on a device that does not reach the server (product 2.13). */
export const maxContactAge = 7 * day
