import { marketPhoneKey } from '../privacy/phone-key.ts'
import type { Arriving } from '../privacy/removed.ts'
import { linkedinKey } from '../records/rows.ts'

/** What stands where something of a person stood. */
export const inItsPlace = '[removed]'

/** What somebody is recognised by in running text, as patterns of PostgreSQL that are matched whatever the case. */
export type Traces = {
  /** Addresses, numbers and pages: nobody else's. Null where none is known. */
  own: string | null
  /** Their full name, which others may have too. */
  name: string
  /** What is only theirs, spelled as it most likely stands in a file. */
  spelled: readonly string[]
}

/** The traces of a person. */
export const tracesOf = ({ person, contact }: Arriving): Traces => {
  const page = linkedinKey(person.linkedin_url)
  const own = [
    ...[contact.work_email, contact.personal_email].flatMap((email) =>
      email === undefined ? [] : [`(?<![\\w.+-])${escaped(email.trim())}${endOfAddress}`],
    ),
    ...[contact.mobile, contact.direct_phone].flatMap((number) => numberPattern(number) ?? []),
    ...(page === null ? [] : [`linkedin\\.[a-z.]+/${escaped(page)}(?![\\w-])`]),
  ]
  const words = person.name.trim().split(/\s+/).map(escaped)
  const spelled = [
    ...[contact.work_email, contact.personal_email].flatMap((email) =>
      email === undefined ? [] : [email, email.toLowerCase()],
    ),
    ...[contact.mobile, contact.direct_phone].flatMap((number) => spellings(number)),
    ...(page === null ? [] : [page]),
  ]
  return {
    own: own.length === 0 ? null : own.join('|'),
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

const fileEndings =
  'csv|tsv|txt|xlsx?|xlsm|ods|json|jsonl|xml|pdf|docx?|html?|vcf|eml|msg|log|zip|gz|bak|tmp|part'

/** Where an address ends: a dot and more letters make it that of another host, unless they are the ending of a file's name. */
const endOfAddress = `(?:(?![[:alnum:]-]|\\.[[:alnum:]])|(?=(?:\\.(?:\\d+|${fileEndings}))+(?:$|[^[:alnum:].-]|\\.(?:$|[^[:alnum:]]))))`
