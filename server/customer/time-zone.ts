export const zoneOf = (country: string | undefined): string =>
  country === 'NZ' ? 'Pacific/Auckland' : 'Australia/Sydney'
