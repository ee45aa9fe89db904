import type { Limits } from '../../server/platform/http/rate-limits.ts'

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
