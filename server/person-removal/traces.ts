import { marketPhoneKey } from '../do-not-call/phone-key.ts'
import type { Arriving } from '../do-not-call/removed.ts'
import { linkedinKey } from '../entity-matching/name-keys.ts'

/** What stands where something of a person stood. */
export const inItsPlace = '[removed]'

/** What somebody is recognised by in running text, as patterns of PostgreSQL that are matched whatever the case. */
export type Traces = {
  /** Addresses, numbers and pages: nobody else's, but for what `joinedOn` says. Null where none is known. */
  own: string | null
  /** The same without what is joined to the front of an address, where more than a text is lost: jane@ is not mary-jane@. */
  alone: string | null
  /** Their full name, which others may have too. */
  name: string
  /** What is only theirs, spelled as it most likely stands in a file. */
  spelled: readonly string[]
}

/** The traces of a person. */
export const tracesOf = ({ person, contact }: Arriving): Traces => {
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
  const words = person.name.trim().split(/\s+/).map(escaped)
  const spelled = [
    ...emails.flatMap((email) => [email, email.toLowerCase()]),
    ...[contact.mobile, contact.direct_phone].flatMap((number) => spellings(number)),
    ...(page === null ? [] : [page]),
  ]
  return {
    own: patternFrom(joinedOn),
    alone: patternFrom('(?<![\\w.+-])'),
    name: `(?<![[:alnum:]])${words.join('[\\s_.-]+')}(?![[:alnum:]])`,
    spelled: [...new Set(spelled)],
  }
}

/** What people, spreadsheets and links put between digits, narrow blanks and long dashes included. */
const between = '[ ()./_\\u00a0\\u2007\\u2009-\\u2015\\u202f\\u2212-]*'

/** A number in whatever way it is written: '+61 491 570 006', '0061491570006', '0491 570 006', '(02) 5550-0001'. */
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

/**
 * What an address in a text may follow: also words that are joined on with _ or -, as in only_jane@… and leads-2026-jane@…. It takes
 * the end of mary-jane@… too: rather too much of a text than too little. PostgreSQL looks back further than one character from the
 * start of the text again for every match.
 */
const joinedOn = '(?<![[:alnum:].+])'

const at = '(?:%40| {0,3}(?:@|[([{] ?at ?[)\\]}]) {0,3})'

/**
 * Where an address ends. It is that of another host where a label behind a dot follows that stands below others: a country or one of
 * the oldest. Any other is taken for the ending of a file's name or the next sentence, which rather takes too much than too little.
 */
const endOfAddress =
  '(?![[:alnum:]]|(?:[.-][[:alnum:]]+)*\\.(?:(?![gx]z)[a-z]{2}|com|net|org|edu|gov)(?![[:alnum:]]))'

const addressPattern = (email: string): string =>
  escaped(email.trim()).replace('\\@', at) + endOfAddress
