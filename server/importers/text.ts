import { plainText } from '../platform/formula-guard.ts'

/** Text as it is kept: composed (NFC), one blank between words, none at the ends. */
export const tidied = (text: string): string => {
  if (/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(text)) return text
  const plain = text.replace(/\s+/g, ' ').trim()
  return /^[\x20-\x7e]*$/.test(plain) ? plain : plain.normalize('NFC')
}

/** Why a text cannot be kept, or undefined: undecodable, control characters (NUL among them), or longer than the field allows. */
export const textProblem = (text: string, limit: number): string | undefined => {
  if (text.length > limit) return `is longer than ${limit} characters`
  if (/^[\x20-\x7e]*$/.test(text)) return undefined
  if (/\p{Cc}/u.test(text)) return 'holds control characters'
  if (text.includes('\ufffd') || !text.isWellFormed()) return 'holds damaged characters'
  return undefined
}

/** A cell without the apostrophes that keep spreadsheets from running a text as a formula: they belong to no company's name. */
export const unguarded = plainText

/** The digits of a number written with blanks, dots or dashes. */
export const compact = (text: string): string => text.replace(/[\s.-]/g, '')

/** The object without its undefined members, for types that tell absent from undefined. */
export const defined = <Values extends object>(
  values: Values,
): { [Key in keyof Values]?: Exclude<Values[Key], undefined> } => {
  const kept: { [Key in keyof Values]?: Exclude<Values[Key], undefined> } = {}
  for (const key in values) {
    const value = values[key]
    if (isDefined(value)) kept[key] = value
  }
  return kept
}

const isDefined = <Value>(value: Value): value is Exclude<Value, undefined> => value !== undefined
