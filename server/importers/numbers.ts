import { companyBands, revenueBand, sizeBand } from '../../contract/search/bands.ts'
import type { Company } from '../../contract/records/records.ts'
import type { Field } from './mapping.ts'

/** '51-200', '1,001 - 5,000 employees', '10001+', 'self-employed'; undefined for other text. */
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
  // A range across bands belongs to the band of its middle.
  return from === to ? from : sizeBand(Math.max(1, Math.round((low + high) / 2)))
}

type Numbers = Partial<
  Pick<
    Company,
    | 'employees_local'
    | 'company_size'
    | 'employees_global'
    | 'global_company_size'
    | 'founded'
    | 'revenue'
    | 'job_posts'
  >
>

/** Or the name of the invalid value. */
export const numbersOf = (
  first: (field: Field) => string | undefined,
  country: string | undefined,
): Numbers | { problem: string } => {
  const found: Numbers = {}
  // A number without 'local' or 'worldwide' is likely both for a company of our two countries, and worldwide elsewhere.
  const isHome = country === 'AU' || country === 'NZ'
  const localText = first('employees') ?? (isHome ? first('headcount') : undefined)
  const globalText = first('employees_global') ?? first('headcount')
  const local = wholeNumber(localText)
  const global = wholeNumber(globalText)
  if (Number.isNaN(local) || Number.isNaN(global))
    return { problem: `'${localText ?? globalText ?? ''}' is no number of employees` }
  const localBand = local === undefined ? bandOfRange(localText) : sizeBand(local)
  const globalBand = global === undefined ? bandOfRange(globalText) : sizeBand(global)
  const size = bandOfRange(first('size'))
  if (first('size') !== undefined && size === undefined)
    return { problem: `'${first('size') ?? ''}' is no range of employees` }
  if (local !== undefined) found.employees_local = local
  if (global !== undefined) found.employees_global = global
  const band = localBand ?? size
  if (band !== undefined) found.company_size = band
  const worldwide = globalBand ?? size
  if (worldwide !== undefined) found.global_company_size = worldwide
  const open = first('open_roles')
  if (open !== undefined && !/^\d{1,6}$/.test(open.replaceAll(',', '')))
    return { problem: `'${open}' is no number of open roles` }
  if (open !== undefined)
    found.job_posts = { open: Number(open.replaceAll(',', '')), by_department: {} }
  const founded = first('founded')
  const year = /\b(1[5-9]\d\d|20\d\d)\b/.exec(founded ?? '')?.[1]
  if (founded !== undefined && year === undefined) return { problem: `'${founded}' holds no year` }
  if (year !== undefined) found.founded = Number(year)
  const revenue = first('revenue')
  const amount = amountOf(revenue)
  if (revenue !== undefined && amount === undefined) return { problem: `'${revenue}' is no amount` }
  if (amount !== undefined)
    found.revenue = {
      band: revenueBand(amount),
      amount,
      currency: country === 'NZ' ? 'NZD' : country === 'US' ? 'USD' : 'AUD',
      basis: 'reported',
    }
  return found
}

/** Undefined for no value or a range, NaN for text that is no number. */
const wholeNumber = (text: string | undefined): number | undefined => {
  if (text === undefined || bandOfRange(text) !== undefined) return undefined
  const plain = text.replace(/[,\s]/g, '').replace(/\.0+$/, '')
  return /^\d{1,8}$/.test(plain) ? Number(plain) : Number.NaN
}

/** '1,250,000', '$12.5M', '3 billion'. */
const amountOf = (text: string | undefined): number | undefined => {
  const found =
    /^(?:[A-Z]{0,3}\s?[$€£])?\s*([\d,]+(?:\.\d+)?)\s*(k|m|b|thousand|million|billion)?[a-z]*$/i.exec(
      text?.trim() ?? '',
    )
  if (!found) return undefined
  const number = Number((found[1] ?? '').replaceAll(',', ''))
  const unit = { k: 1e3, t: 1e3, m: 1e6, b: 1e9 }[(found[2] ?? '').charAt(0).toLowerCase()] ?? 1
  return Number.isFinite(number) && number * unit < 1e13 ? Math.round(number * unit) : undefined
}
