import type { FieldDefinition } from '../core/state.ts'
import { refuse } from './errors.ts'
import { parseId } from './ids.ts'
import type { Condition, Literal } from './soql.ts'
import { textOf } from './values.ts'

/** Of a record: the value of a field. */
export type Read = (field: FieldDefinition) => unknown

/** Throws the errors of Salesforce; `fieldOf` throws for a field that is not there. */
export const compile = (
  condition: Condition,
  fieldOf: (name: string) => FieldDefinition,
): ((read: Read) => boolean) => {
  if ('parts' in condition) {
    const parts = condition.parts.map((part) => compile(part, fieldOf))
    return condition.is === 'and'
      ? (read) => parts.every((part) => part(read))
      : (read) => parts.some((part) => part(read))
  }
  const field = fieldOf(condition.field)
  if (field.type === 'textarea')
    throw refuse(400, 'INVALID_FIELD', `field '${field.name}' can not be filtered in a query call`)
  if (condition.is === 'in') {
    const wanted = new Set(condition.literals.map((literal) => keyOf(field, literal)))
    return (read) => wanted.has(comparable(field, read(field)))
  }
  const { operator, literal } = condition
  const wanted = keyOf(field, literal)
  if (operator === 'LIKE') {
    if (typeof wanted !== 'string') throw badFilter(field)
    const pattern = likePattern(literal)
    return (read) => pattern.test(textOf(read(field)))
  }
  return (read) => compare(operator, comparable(field, read(field)), wanted)
}

type Key = string | number | boolean | null

const compare = (operator: string, value: Key, wanted: Key): boolean => {
  if (operator === '=') return value === wanted
  if (operator === '!=') return value !== wanted
  if (value === null || wanted === null) return false
  if (operator === '>') return value > wanted
  if (operator === '>=') return value >= wanted
  return operator === '<' ? value < wanted : value <= wanted
}

const badFilter = ({ name, type }: FieldDefinition) =>
  refuse(
    400,
    'INVALID_QUERY_FILTER_OPERATOR',
    `${name}: the filter value does not fit the type ${type}`,
  )

/** Texts compare in any case, unless the field is unique by its case. */
const comparable = (field: FieldDefinition, value: unknown): Key => {
  if (field.type === 'datetime') return Date.parse(textOf(value).replace(/\+0000$/, 'Z'))
  if (typeof value === 'boolean' || typeof value === 'number') return value
  if (typeof value !== 'string' || value === '') return null
  if (isId(field)) return value
  return field.isUnique ? value : value.toLowerCase()
}

const keyOf = (field: FieldDefinition, literal: Literal): Key => {
  if (literal.is === 'null') return null
  if (literal.is === 'text') {
    if (field.type === 'datetime' || field.type === 'boolean') throw badFilter(field)
    const text = unescape(literal.value)
    if (!isId(field)) return comparable(field, text)
    const id = parseId(text)
    if (id === undefined)
      throw refuse(400, 'INVALID_QUERY_FILTER_OPERATOR', `invalid ID field: ${text}`)
    return id
  }
  const isFit =
    literal.is === 'time'
      ? field.type === 'datetime'
      : literal.is === 'bool'
        ? field.type === 'boolean'
        : !['datetime', 'boolean', 'string'].includes(field.type)
  if (!isFit) throw badFilter(field)
  return literal.value
}

const isId = ({ type }: FieldDefinition): boolean => type === 'id' || type === 'reference'

const escapeRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

const unescape = (text: string): string =>
  text.replaceAll(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter)

/** `%` is any text and `_` any letter, unless a backslash is before them. */
const likePattern = (literal: Literal): RegExp => {
  const text = literal.is === 'text' ? literal.value : ''
  let source = ''
  for (const [, escaped, plain] of text.matchAll(/\\(.)|([^\\])/gs)) {
    if (escaped !== undefined) source += escapeRegExp(escapes[escaped] ?? escaped)
    else if (plain === '%') source += '.*'
    else source += plain === '_' ? '.' : escapeRegExp(plain ?? '')
  }
  return new RegExp(`^${source}$`, 'is')
}
