import { beginOf } from '../../../contract/records/begin.ts'
import type {
  Company,
  DoNotCall,
  Person,
  PostalAddress,
} from '../../../contract/records/records.ts'

/** A fact of a record; `field` names its field, to find the source. A fact without text, items and links is unknown. */
export type Fact = {
  label: string
  field: string
  text?: string | undefined
  items?: readonly string[] | undefined
  links?: readonly FactLink[] | undefined
  /** A caution beside the value: 'modelled', 'on the Do Not Call Register'. */
  note?: string | undefined
  tone?: 'warn' | 'danger' | 'info' | undefined
}

export type Caution = { note: string; tone: 'warn' | 'danger' | 'info' }

export const cautionTones = {
  plain: 'text-ink-faint',
  info: 'text-ink-faint',
  warn: 'text-warn',
  danger: 'font-medium text-danger',
} as const

/** `external` leaves Fieldbook; a link without an address is text (a masked detail). */
export type FactLink = {
  text: string
  href?: string | undefined
  external?: boolean
  note?: string
  /** Enables a copy button; the name of the value: 'email'. */
  copy?: string
  /** What is copied, where it is not the text. */
  value?: string
  /** A number to call, and its Do Not Call status where it was checked. */
  call?: { name: string; dnc: DoNotCall | undefined }
}

export type Section<Id extends string = string> = {
  id: Id
  title: string
  facts: readonly Fact[]
}

export const isKnown = (fact: Fact): boolean =>
  (fact.text !== undefined && fact.text !== '') ||
  (fact.items !== undefined && fact.items.length > 0) ||
  (fact.links !== undefined && fact.links.length > 0)

export type Source = { source: string; seen_at: string; confidence: number }

/** The source of a field: its own entry, or the one for all other fields (product 2.2), unless it is older than the fact. */
export const sourceOf = (record: Company | Person, field: string): Source | undefined => {
  const source = record.provenance[field] ?? record.provenance['*']
  return source && source.seen_at < beginOf(record, field) ? undefined : source
}

export const formatLocation = (location: PostalAddress | undefined): string | undefined => {
  if (location === undefined) return undefined
  const town = [location.suburb ?? location.city, location.state, location.postcode]
    .filter((part, at, all) => part !== undefined && part !== all[at - 1])
    .join(' ')
  return [location.address, town, countryName(location.country)]
    .filter((part) => part !== undefined && part !== '')
    .join(', ')
}

/** 'Camberwell VIC', or the country where no town is known. */
export const formatTown = (location: PostalAddress | undefined): string | undefined => {
  if (location === undefined) return undefined
  const town = [location.suburb ?? location.city, location.state]
    .filter((part, at, all) => part !== undefined && part !== all[at - 1])
    .join(' ')
  return town === '' ? countryName(location.country) : town
}

const countryName = (code: string): string =>
  /^[A-Z]{2}$/.test(code)
    ? (new Intl.DisplayNames('en-AU', { type: 'region' }).of(code) ?? code)
    : code

/** A safe link: only http and https, whatever the source wrote. */
export const safeUrl = (address: string | undefined): string | undefined => {
  if (address === undefined) return undefined
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`
  const url = URL.parse(whole)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : undefined
}

/** Digits in groups, as registers print them: 51 824 753 556. */
export const inBlocks = (digits: string | undefined, ...blocks: number[]): string | undefined => {
  if (digits === undefined) return undefined
  if (blocks.reduce((sum, block) => sum + block, 0) !== digits.length) return digits
  let at = 0
  return blocks.map((block) => digits.slice(at, (at += block))).join(' ')
}
