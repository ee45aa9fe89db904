import type { Limits } from '../../server/platform/http/rate-limits.ts'

/** The same number of calls a minute for every rate. */
export const everyLimit = (perMinute: number): Limits => ({
  records: perMinute,
  options: perMinute,
  requests: perMinute,
  copies: perMinute,
  other: perMinute,
  failures: perMinute,
  open: perMinute,
  webhooks: perMinute,
})
