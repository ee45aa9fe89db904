import { plainText } from '../platform/formula-guard.ts'

/** NFC, single blanks, trimmed. */
export const normaliseText = (text: string): string => {
  if (/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(text)) return text
  const plain = text.replace(/\s+/g, ' ').trim()
  return /^[\x20-\x7e]*$/.test(plain) ? plain : plain.normalize('NFC')
}

/** Undecodable, control characters (also NUL), or longer than the limit. */
export const textProblem = (text: string, limit: number): string | undefined => {
  if (text.length > limit) return `is longer than ${limit} characters`
  if (/^[\x20-\x7e]*$/.test(text)) return undefined
  if (/\p{Cc}/u.test(text)) return 'holds control characters'
  if (text.includes('\ufffd') || !text.isWellFormed()) return 'holds damaged characters'
  return undefined
}

export const stripFormulaGuard = plainText

export const compact = (text: string): string => text.replace(/[\s.-]/g, '')

export const omitUndefined = <Values extends object>(
  values: Values,
): { [Key in keyof Values]?: Exclude<Values[Key], undefined> } => {
  const result: { [Key in keyof Values]?: Exclude<Values[Key], undefined> } = {}
  for (const key in values) {
    const value = values[key]
    if (isDefined(value)) result[key] = value
  }
  return result
}

const isDefined = <Value>(value: Value): value is Exclude<Value, undefined> => value !== undefined
