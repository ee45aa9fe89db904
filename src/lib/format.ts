import type { Category } from '../../contract/records/records.ts'

type Country = 'AU' | 'NZ'

// A browser's first Intl formatter takes 15 ms and more, on a phone four times that: whole numbers do without, others create
// theirs on first use.
const formatWhole = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',')
const createLazyFormat = (options?: Intl.NumberFormatOptions): (() => Intl.NumberFormat) => {
  let formatter: Intl.NumberFormat | undefined
  return () => (formatter ??= new Intl.NumberFormat('en-AU', options))
}
const numbers = createLazyFormat()
const cents = createLazyFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
const percents = createLazyFormat({ style: 'percent', maximumFractionDigits: 0 })

/** 12,840 */
export const formatNumber = (value: number): string =>
  Number.isSafeInteger(value) && !Object.is(value, -0)
    ? formatWhole(value)
    : numbers().format(value)

/** 12.8K, for places too narrow for the number itself. */
export const formatCompact = (value: number): string => {
  const size = Math.abs(value)
  const [letter, unit] = units.find(([, of]) => size >= of * almost) ?? ['', 1]
  return `${value < 0 ? '-' : ''}${String(Math.round((size * 10) / unit) / 10)}${letter}`
}

// What rounds up to 1,000 of a unit is one of the next.
const almost = 0.99995
const units = [
  ['T', 1e12],
  ['B', 1e9],
  ['M', 1e6],
  ['K', 1e3],
] as const

/** 0.42 as 42%. */
export const formatPercent = (share: number): string => percents().format(share)

/** A share as a change: +12%, −4%, 0%. */
export const formatChange = (share: number): string => {
  const rounded = Math.round(share * 100) / 100
  if (rounded === 0) return '0%'
  return `${rounded > 0 ? '+' : '−'}${formatPercent(Math.abs(rounded))}`
}

/** '1 company', '2,300 companies'. */
export const formatCount = (count: number, singular: string, plural: string): string =>
  `${formatNumber(count)} ${count === 1 ? singular : plural}`

export const nounOf = (category: Category, count: number): string => {
  const [singular, plural] =
    category === 'company' ? ['company', 'companies'] : ['person', 'people']
  return count === 1 ? singular : plural
}

export const formatRecords = (count: number, category: Category): string =>
  `${formatNumber(count)} ${nounOf(category, count)}`

const symbols: Record<string, string> = { AUD: 'A$', NZD: 'NZ$', USD: 'US$' }
const home: Record<Country, string> = { AU: 'AUD', NZ: 'NZD' }

/** Whole units of money: A$1,250, or $1,250 when `within` is the currency's own country. Cents only where there are some. */
export const formatMoney = (amount: number, currency: string, within?: Country): string => {
  const code = currency.toUpperCase()
  const size = Math.abs(amount)
  const figure = Number.isInteger(amount) ? formatNumber(size) : cents().format(size)
  const symbol = within && home[within] === code ? '$' : (symbols[code] ?? `${code} `)
  return `${amount < 0 ? '−' : ''}${symbol}${figure}`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** '3 Mar 2026' from a calendar day (YYYY-MM-DD, the same day everywhere) or a moment (ISO 8601, in local time). */
export const formatDay = (value: string): string => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? []
  if (year !== undefined) return `${Number(day)} ${months[Number(month) - 1] ?? ''} ${year}`
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return value
  return `${date.getDate()} ${months[date.getMonth()] ?? ''} ${date.getFullYear()}`
}

/** 'just now', '5 min ago', '2 h ago', '3 d ago', then the day. */
export const formatAgo = (value: string, now: number = Date.now()): string => {
  const minutes = Math.floor((now - Date.parse(value)) / 60_000)
  if (Number.isNaN(minutes)) return value
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`
  if (minutes < 7 * 24 * 60) return `${Math.floor(minutes / (24 * 60))} d ago`
  return formatDay(value)
}
