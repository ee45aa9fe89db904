import { marketPhoneKey } from '../do-not-call/phone-key.ts'
import type { IncomingPerson } from '../do-not-call/removed-people.ts'
import { linkedinKey } from '../entity-matching/name-keys.ts'

export const redactionMark = '[removed]'

/** As case-insensitive PostgreSQL patterns. */
export type Traces = {
  /** Unique to the person except for what `joinedOn` describes. Null if none is known. */
  own: string | null
  /** Without prefixes joined to an address, for cases that delete more than text: jane@ is not mary-jane@. */
  alone: string | null
  name: string
  spelled: readonly string[]
}

export const tracesOf = ({ person, contact }: IncomingPerson): Traces => {
  const page = linkedinKey(person.linkedin_url)
  const emails = [contact.work_email, contact.personal_email].flatMap((email) => email ?? [])
  const others = [
    ...[contact.mobile, contact.direct_phone].flatMap((number) => numberPattern(number) ?? []),
    ...(page === null ? [] : [`linkedin\\.[a-z.]+/${escaped(page)}(?![\\w-])`]),
  ]
  const patternFrom = (before: string): string | null => {
    const all = [...emails.map((email) => before + addressPattern(email)), ...others]
    return all.length === 0 ? null : all.join('|')
  }
  const nameParts = person.name.trim().split(/\s+/).map(escaped)
  const spelled = [
    ...emails.flatMap((email) => [email, email.toLowerCase()]),
    ...[contact.mobile, contact.direct_phone].flatMap((number) => spellings(number)),
    ...(page === null ? [] : [page]),
  ]
  return {
    own: patternFrom(joinedOn),
    alone: patternFrom(`(?:${encodedMark}|(?<![\\w.+-]))`),
    name: `(?<![[:alnum:]])${nameParts.join('[\\s_.-]+')}(?![[:alnum:]])`,
    spelled: [...new Set(spelled)],
  }
}

const between = '[ ()./_\\u00a0\\u2007\\u2009-\\u2015\\u202f\\u2212-]*'

/** '+61 491 570 006', '0061491570006', '0491 570 006', '(02) 5550-0001'. */
const numberPattern = (number: string | undefined): string | null => {
  const key = marketPhoneKey(number)
  if (key === null) return null
  const [, code = '', rest = ''] = /^\+(61|64|1|\d\d)(\d+)$/.exec(key) ?? []
  if (rest === '') return null
  const digits = rest.split('').join(between)
  return `(?<!\\d)(?:(?:00(?:11)?${between})?\\+?${code}${between}\\(?0?\\)?${between}|\\(?0${between})${digits}(?!\\d)`
}

const spellings = (number: string | undefined): string[] => {
  const key = marketPhoneKey(number)
  if (number === undefined || key === null) return []
  const national = number.replace(/^\+\d\d\s*/, '0')
  return [number, key, key.slice(1), national, national.replace(/\D/g, '')]
}

const escaped = (text: string): string => text.replace(/[^\p{L}\p{N}\s]/gu, (mark) => `\\${mark}`)

/** Of an address in a link: %3A, %20. Part of the match, because a longer lookbehind makes PostgreSQL rescan the text for every match. */
const encodedMark = '%(?:0[9ad]|2[0-9acf]|3[a-f]|5[b-d]|7[b-d])'

/**
 * Words joined with _ or -, as in only_jane@… It also matches the end of mary-jane@…: removing too much is better than too
 * little.
 */
const joinedOn = `(?:${encodedMark}|(?<![[:alnum:].+]))`

const at = '(?:%40| {0,3}(?:@|[([{] ?at ?[)\\]}]) {0,3})'

/** File endings, and words with which a sentence begins where its blank is missing. */
const notCountry =
  '(?:[gx]z|a[mnst]|b[ey]|do|go|h[ei]|i[fnst]|m[ey]|no|o[fnr]|so|to|u[ps]|we)(?![[:alnum:]])'

/**
 * A following label makes it another host only if it is a country or one of the oldest top-level domains: removing too much is
 * better than too little.
 */
const endOfAddress = `(?![[:alnum:]]|(?:[.-][[:alnum:]]+)*\\.(?:(?!${notCountry})[a-z]{2}|com|net|org|edu|gov)(?![[:alnum:]]))`

const addressPattern = (email: string): string =>
  escaped(email.trim()).replace('\\@', at) + endOfAddress
