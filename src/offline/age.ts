const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** Takes both in ms. A stamp more than an hour in the future counts as old: the clock was set back, so the true age is unknown. */
export const isOlderThan = (limit: number, at: number, now: number): boolean =>
  now - at > limit || at - now > Math.min(limit, hour)

/** How long contact details may stay on a device that does not reach the server (product 2.13). */
export const maxContactAge = 7 * day
