import type { Value, Values } from '../port.ts'
import { typeOf, type Attribute, type Attributes } from './schema.ts'
import { guidOf } from './tables.ts'

/** The body of a write. What the schema does not have goes as it is, so that Dataverse refuses the row by name. */
export const bodyOf = (attributes: Attributes, values: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, unknown] => {
      const attribute = attributes.get(name)
      const type = attribute ? typeOf(attribute) : ''
      if (type === 'OwnerType' && typeof value === 'string')
        return [`${name}@odata.bind`, `/systemusers(${guidOf(value)})`]
      return [name, written(type, value)]
    }),
  )

/** The names to `$select` for these fields; lookups read under another name. */
export const selectOf = (attributes: Attributes, fields: readonly string[]): readonly string[] =>
  fields.flatMap((field) => {
    const attribute = attributes.get(field)
    return attribute ? [readName(attribute)] : []
  })

export const valuesOf = (
  attributes: Attributes,
  fields: readonly string[],
  row: Readonly<Record<string, unknown>>,
): Values =>
  Object.fromEntries(
    fields.map((field) => {
      const attribute = attributes.get(field)
      return [field, attribute ? readValue(typeOf(attribute), row[readName(attribute)]) : null]
    }),
  )

const lookups = new Set(['LookupType', 'CustomerType', 'OwnerType'])
const options = new Set(['PicklistType', 'StateType', 'StatusType'])
const numbers = new Set([
  ...options,
  'IntegerType',
  'BigIntType',
  'DecimalType',
  'DoubleType',
  'MoneyType',
])

const written = (type: string, value: Value): unknown => {
  if (value === null) return null
  if (type === 'MultiSelectPicklistType' && typeof value === 'object') return value.join(',')
  if (type === 'BooleanType' && (value === 'true' || value === 'false')) return value === 'true'
  if (numbers.has(type) && typeof value === 'string')
    return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value
  if (isText(type) && typeof value !== 'string')
    return typeof value === 'object' ? value.join('; ') : String(value)
  return value
}

const isText = (type: string): boolean => type === 'StringType' || type === 'MemoType'

const readName = (attribute: Attribute): string =>
  lookups.has(typeOf(attribute)) ? `_${attribute.LogicalName}_value` : attribute.LogicalName

/** Options as text, as `describe` names them. */
const readValue = (type: string, value: unknown): Value => {
  if (type === 'MultiSelectPicklistType' && typeof value === 'string') return value.split(',')
  if (options.has(type) && typeof value === 'number') return String(value)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : null
}
