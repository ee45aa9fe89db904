import { companyTypes } from '../../contract/search/bands.ts'
import type { Company } from '../../contract/records/records.ts'
import { divisionNamed, industryCodes, industryOfGroup } from '../catalog/industry.ts'
import { isAbn, isAcn, isLei, isNzbn } from '../entity-matching/checksums.ts'
import { draftProblem } from './draft-limits.ts'
import type { Draft } from './importer.ts'
import type { Field } from './mapping.ts'
import { numbersOf } from './numbers.ts'
import { parseAddress } from './addresses.ts'
import { readableName } from './readable-name.ts'
import { compact, omitUndefined, normaliseText } from './text.ts'

/** The most specific first, without blanks. */
export type Values = (field: Field) => readonly string[]

export const draftOf = (values: Values): Draft | { problem: string } => {
  const first = (field: Field): string | undefined => values(field)[0]
  const name = first('name') ?? first('legal_name')
  if (name === undefined) return { problem: 'it has no company name' }
  const identifiers = identifiersOf(first)
  if ('problem' in identifiers) return identifiers
  const website = first('domain')
  const domain = website === undefined ? undefined : hostOf(website)
  if (website !== undefined && domain === undefined)
    return { problem: `'${website}' is no web address` }
  const hq = parseAddress(
    {
      address: first('address'),
      suburb: first('suburb'),
      city: first('city'),
      state: first('state'),
      postcode: first('postcode'),
      country: first('country'),
      location: first('location'),
    },
    (identifiers.abn ?? identifiers.acn) ? 'AU' : identifiers.nzbn ? 'NZ' : undefined,
  )
  if (hq && 'problem' in hq) return hq
  const numbers = numbersOf(first, hq?.country)
  if ('problem' in numbers) return numbers
  const ticker = first('ticker')?.toUpperCase()
  const exchange = first('exchange')?.toUpperCase()
  const legalName = first('legal_name')
  const draft: Draft = {
    name: readableName(name, ticker),
    ...identifiers,
    ...numbers,
    ...omitUndefined({
      legal_name:
        legalName === undefined || first('name') === undefined
          ? undefined
          : readableName(legalName, ticker),
      trading_names: listOf(values('trading_names')),
      ticker: ticker === undefined || exchange === undefined ? ticker : `${exchange}:${ticker}`,
      domain,
      website: website === undefined || !/^https?:/i.test(website) ? undefined : website,
      hq,
      industry: industryOf(values('industry')),
      type: typeOf(first('type')),
      status: statusOf(first('status')),
      phones: listOf(values('phone')),
      mobiles: listOf(values('mobile')),
      emails: listOf(values('email')),
      social: socialOf(first),
      description: first('description'),
      keywords: listOf(values('keywords')),
      services: listOf(values('services')),
      products: listOf(values('products')),
      gst_registered: claimOf(first('gst')),
    }),
  }
  const problem = draftProblem(draft)
  return problem === undefined ? draft : { problem }
}

type Identifiers = Partial<Pick<Company, 'abn' | 'acn' | 'nzbn' | 'lei'>>

const identifiersOf = (
  first: (field: Field) => string | undefined,
): Identifiers | { problem: string } => {
  const found: Identifiers = {}
  for (const [kind, title, holds] of kinds) {
    const given = first(kind)
    if (given === undefined) continue
    const number = padded(kind, compact(given).toUpperCase())
    if (!holds(number))
      return { problem: `the ${title} '${given}' is not one: its check digits are wrong` }
    found[kind] = number
  }
  return found
}

const kinds = [
  ['abn', 'ABN', isAbn],
  ['acn', 'ACN', isAcn],
  ['nzbn', 'NZBN', isNzbn],
  ['lei', 'LEI', isLei],
] as const

/** Spreadsheets drop the leading zeros of an ACN. */
const padded = (kind: string, number: string): string =>
  kind === 'acn' && /^\d{6,8}$/.test(number) ? number.padStart(9, '0') : number

export const industryOf = (names: readonly string[]): Company['industry'] => {
  for (const name of names) {
    const code = /^[A-S]?\d{2,4}$/i.test(name)
      ? name
      : (divisionNamed(name)?.code ?? industryCodes(name)[0])
    const industry = code === undefined ? undefined : industryOfGroup(code)
    if (industry) return { ...industry, naics: [] }
  }
  return undefined
}

export const hostOf = (website: string): string | undefined => {
  const host = website
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/^[^/@]*@/, '')
    .replace(/[/?#:].*$/s, '')
    .replace(/^www\d?\./, '')
    .replace(/\.$/, '')
  return /^[^\s.]+(\.[^\s.]+)+$/.test(host) ? host : undefined
}

const types = new Map<string, string>([
  ...companyTypes.map(({ value }): [string, string] => [value.toLowerCase(), value]),
  ['privately held', 'Private'],
  ['private company', 'Private'],
  ['public', 'Public unlisted'],
  ['public company', 'Public unlisted'],
  ['nonprofit', 'Charity/NFP'],
  ['non profit', 'Charity/NFP'],
  ['charity', 'Charity/NFP'],
  ['educational', 'Education'],
  ['educational institution', 'Education'],
])

const typeOf = (text: string | undefined): string | undefined =>
  types.get(text?.toLowerCase().replaceAll('-', ' ') ?? '') ?? types.get(text?.toLowerCase() ?? '')

const statusOf = (text: string | undefined): Company['status'] | undefined => {
  if (text === undefined) return undefined
  if (/^(active|act|registered|current|operating|live)\b/i.test(text)) return 'active'
  return /^(deregistered|cancelled|canceled|inactive|dissolved|closed|removed|ceased|can\b)/i.test(
    text,
  )
    ? 'deregistered'
    : undefined
}

const claimOf = (text: string | undefined): boolean | undefined => {
  if (text === undefined) return undefined
  if (/^(y|yes|true|1|act|active|registered)$/i.test(text)) return true
  return /^(n|no|false|0|can|cancelled|not registered)$/i.test(text) ? false : undefined
}

const networks: readonly [Field, string][] = [
  ['linkedin', 'LinkedIn'],
  ['facebook', 'Facebook'],
  ['instagram', 'Instagram'],
  ['x', 'X'],
  ['youtube', 'YouTube'],
  ['tiktok', 'TikTok'],
]

const socialOf = (
  first: (field: Field) => string | undefined,
): Record<string, string> | undefined => {
  const pages = networks.flatMap(([field, network]): [string, string][] => {
    const page = first(field)
    return page === undefined ? [] : [[network, addressOf(page)]]
  })
  return pages.length === 0 ? undefined : Object.fromEntries(pages)
}

export const addressOf = (page: string): string =>
  /^https?:\/\//i.test(page) ? page : `https://${page.replace(/^\/\//, '')}`

const listOf = (cells: readonly string[]): string[] | undefined => {
  const items = cells.flatMap((cell) => cell.split(/[;|\n]/)).map(normaliseText)
  const unique = [...new Set(items.filter((item) => item !== ''))]
  return unique.length === 0 ? undefined : unique.slice(0, 50)
}
