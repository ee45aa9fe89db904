import { companyBands, sizeBand } from '../../../contract/bands.ts'

/** The head-count band of a range in words: '51-200', '1,001 - 5,000 employees', '10001+', 'self-employed'; undefined when it is none. */
export const bandOfRange = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined
  const plain = text
    .toLowerCase()
    .replace(/employees?|staff|people|,|\s/g, '')
    .replace(/[–—]|to/g, '-')
  const known = companyBands.find(({ value }) => value === plain)
  if (known) return known.value
  if (plain === 'self-employed' || plain === 'myselfonly' || plain === '0-1') return '1-10'
  const range = /^(\d{1,7})(?:-(\d{1,7})|\+)$/.exec(plain)
  if (!range) return undefined
  const [low, high] = [Number(range[1]), Number(range[2] ?? range[1])]
  if (high < low) return undefined
  const [from, to] = [sizeBand(Math.max(low, 1)), sizeBand(Math.max(high, 1))]
  // A range across bands belongs to the one that holds its middle.
  return from === to ? from : sizeBand(Math.max(1, Math.round((low + high) / 2)))
}
