import type { TimeZone } from '../../contract/core/time-zones.ts'

export const zoneOf = (country: string | undefined): TimeZone =>
  country === 'NZ' ? 'Pacific/Auckland' : 'Australia/Sydney'
