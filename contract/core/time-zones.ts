import * as z from 'zod/mini'

/** The time zones of Australia and New Zealand, by IANA name. */
export const TimeZone = z.enum([
  'Australia/Adelaide',
  'Australia/Brisbane',
  'Australia/Broken_Hill',
  'Australia/Darwin',
  'Australia/Eucla',
  'Australia/Hobart',
  'Australia/Lindeman',
  'Australia/Lord_Howe',
  'Australia/Melbourne',
  'Australia/Perth',
  'Australia/Sydney',
  'Pacific/Auckland',
  'Pacific/Chatham',
])
export type TimeZone = z.infer<typeof TimeZone>
