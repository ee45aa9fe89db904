import type { Company, DoNotCall, Person, Place } from '../../../contract/records/records.ts'

/**
 * One thing known about a record, ready to be shown. `field` names the record's field, so that its source can be found.
 * Without text, items or links it is not known.
 */
export type Fact = {
  label: string
  field: string
  text?: string | undefined
  items?: readonly string[] | undefined
  links?: readonly FactLink[] | undefined
  /** A word of caution beside the value: 'modelled', 'on the Do Not Call Register'. */
  note?: string | undefined
  tone?: 'warn' | 'danger' | 'info' | undefined
}

/** A word of caution and how serious it is. */
export type Caution = { note: string; tone: 'warn' | 'danger' | 'info' }

export const cautionTones = {
  plain: 'text-ink-faint',
  info: 'text-ink-faint',
  warn: 'text-warn',
  danger: 'font-medium text-danger',
} as const

/** `external` leaves Fieldbook; a link without an address is shown as text (a masked detail). */
export type FactLink = {
  text: string
  href?: string | undefined
  external?: boolean
  note?: string
  /** It can be copied, and is called so: 'email'. */
  copy?: string
  /** A number to call, and what the Do Not Call Register says of it where it was checked. */
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

type Source = { source: string; seen_at: string; confidence: number }

/** Where a field came from: its own entry, or the one that holds for every field not named (product 2.2). */
export const sourceOf = (record: Company | Person, field: string): Source | undefined =>
  record.provenance[field] ?? record.provenance['*']

/** A place on one line, from the street to the country. */
export const placeText = (place: Place | undefined): string | undefined => {
  if (place === undefined) return undefined
  const town = [place.suburb ?? place.city, place.state, place.postcode]
    .filter((part) => part !== undefined)
    .join(' ')
  return [place.address, town, countryName(place.country)]
    .filter((part) => part !== undefined && part !== '')
    .join(', ')
}

const countryName = (code: string): string =>
  /^[A-Z]{2}$/.test(code)
    ? (new Intl.DisplayNames('en-AU', { type: 'region' }).of(code) ?? code)
    : code

/** An address one may open: only http and https leave the page, whatever a source wrote. */
export const safeUrl = (address: string | undefined): string | undefined => {
  if (address === undefined) return undefined
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`
  const url = URL.parse(whole)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : undefined
}

/** Digits in blocks, as registers print them: 51 824 753 556. */
export const inBlocks = (digits: string | undefined, ...blocks: number[]): string | undefined => {
  if (digits === undefined) return undefined
  if (blocks.reduce((sum, block) => sum + block, 0) !== digits.length) return digits
  let at = 0
  return blocks.map((block) => digits.slice(at, (at += block))).join(' ')
}
