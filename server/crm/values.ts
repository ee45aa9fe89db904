import type { Field, Value } from '../connectors/port.ts'
import { phoneKey } from '../do-not-call/phone-key.ts'
import { domainKey } from '../entity-matching/domain-key.ts'
import type { Fact } from '../downloads/facts.ts'

export type Converted = { value: Value } | { fault: 'no-choice' | 'too-long' | 'unfit' }

/** As the field takes it. A closed list is never sent a value that is none of its choices. */
export const convert = (fact: Fact, field: Field): Converted => {
  switch (field.type) {
    case 'number':
      return numberOf(fact)
    case 'bool':
      return typeof fact === 'boolean' ? { value: fact } : unfit
    case 'date':
      return typeof fact === 'string' && isDay.test(fact) ? { value: fact } : unfit
    case 'choice':
      return choiceOf(fact, field)
    case 'choices':
      return choicesOf(fact, field)
    case 'time':
    case 'owner':
    case 'reference':
      return unfit
    default:
      return textOf(fact, field)
  }
}

export type FactType = 'number' | 'bool' | 'date' | 'text' | 'contact'

/** Whether a fact of this type can ever fit. A list of addresses would say which of them it is, so contact details fit none. */
export const fits = (type: FactType, field: Pick<Field, 'type'>): boolean => {
  if (type === 'contact' && (field.type === 'choice' || field.type === 'choices')) return false
  if (field.type === 'time' || field.type === 'owner' || field.type === 'reference') return false
  const exact = field.type === 'number' || field.type === 'bool' || field.type === 'date'
  return !exact || field.type === type
}

/** Zero and false are values. */
export const isEmpty = (value: Value | undefined): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** CRMs store other spellings of the same number, website or phone; to write them again would start automations. */
export const isSame = (current: Value | undefined, next: Value, { type }: Field): boolean => {
  if (isEmpty(current)) return isEmpty(next)
  const [before, after] = [textFor(current ?? null), textFor(next)]
  if (before === after) return true
  if (type === 'number') return Number(before) === Number(after)
  if (type === 'phone') return (phoneKey(before) ?? before) === (phoneKey(after) ?? after)
  if (type === 'choice' || type === 'bool') return before.toLowerCase() === after.toLowerCase()
  const domain = domainKey(after)
  return domain !== null && !/\s/.test(after) && domainKey(before) === domain && !hasPath(after)
}

export const textFor = (value: Value): string =>
  Array.isArray(value) ? value.toSorted().join('; ') : String(value ?? '').trim()

/** The mark 'do not call' as the field takes it, with what the field has already; null if the field has no way to say it. */
export const doNotCallValue = (field: Field, current: Value | undefined): Value | null => {
  if (field.type === 'bool') return true
  const choice = field.choices.find(
    ({ value, label, active }) => active && /\bcall|phone/i.test(`${value} ${label}`),
  )
  if (field.type === 'choices')
    return choice === undefined ? null : [...new Set([...listOf(current), choice.value])]
  if (field.type === 'choice')
    return (choice ?? field.choices.find(({ value }) => /^(true|yes)$/i.test(value)))?.value ?? null
  return field.type === 'text' || field.type === 'long' ? 'Do not call' : null
}

const unfit: Converted = { fault: 'unfit' }
const isDay = /^\d{4}-\d{2}-\d{2}$/

const listOf = (value: Value | undefined): readonly string[] => {
  if (Array.isArray(value)) return value
  return typeof value === 'string' && value !== '' ? value.split(/[;,]\s*/) : []
}

const hasPath = (address: string): boolean =>
  /[^/:]\/[^/?#\s]/.test(address.replace(/^[a-z]+:\/\//i, ''))

const numberOf = (fact: Fact): Converted => {
  const number = typeof fact === 'string' && fact.trim() !== '' ? Number(fact) : fact
  return typeof number === 'number' && Number.isFinite(number) ? { value: number } : unfit
}

const choiceOf = (fact: Fact, field: Field): Converted => {
  const text = joined(fact)
  const choice = choiceFor(text, field)
  if (choice !== undefined) return { value: choice }
  return field.closed ? { fault: 'no-choice' } : { value: text }
}

const choicesOf = (fact: Fact, field: Field): Converted => {
  const texts = Array.isArray(fact) ? fact : [joined(fact)]
  const values = texts.flatMap(
    (text: string) => choiceFor(text, field) ?? (field.closed ? [] : text),
  )
  return values.length === 0 ? { fault: 'no-choice' } : { value: values }
}

const choiceFor = (text: string, { choices }: Field): string | undefined => {
  const wanted = folded(text)
  return choices.find(
    ({ value, label, active }) => active && (folded(label) === wanted || folded(value) === wanted),
  )?.value
}

const folded = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const textOf = (fact: Fact, { maxLength }: Field): Converted => {
  const text = joined(fact)
  return maxLength !== null && text.length > maxLength ? { fault: 'too-long' } : { value: text }
}

const joined = (fact: Fact): string => {
  if (typeof fact === 'boolean') return fact ? 'Yes' : 'No'
  return Array.isArray(fact) ? fact.join('; ') : String(fact)
}
