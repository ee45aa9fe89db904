import type { Value, Values } from '../port.ts'
import { columnOf, type Column, type Schema } from './schema.ts'
import type { CrmRecord } from './shapes.ts'
import { readSlot, slotBody, slotOf } from './slots.ts'

/** Own fields under `custom_fields`, options and users as numbers: the API refuses other types. `current` is null for a new record. */
export const bodyOf = (
  schema: Schema,
  values: Values,
  current: CrmRecord | null,
): Record<string, unknown> => {
  const body: Record<string, unknown> = {}
  const own: Record<string, unknown> = {}
  const inSlots: Record<string, string | null> = {}
  for (const [name, value] of Object.entries(values)) {
    const column = columnOf(schema, name)
    if (slotOf(name) && column?.isOwn !== true)
      inSlots[name] = value === null ? null : String(value)
    else if (column?.isOwn) own[column.code] = sentValue(column, value)
    else body[name] = column ? sentValue(column, value) : value
  }
  return {
    ...body,
    ...slotBody(inSlots, current),
    ...(Object.keys(own).length > 0 && { custom_fields: own }),
  }
}

/** Whether the body depends on what the record has: its lists and address are replaced whole. */
export const needsCurrent = (values: Values): boolean =>
  Object.keys(values).some((name) => slotOf(name) !== undefined)

/** Fields of `values` that the schema does not have. */
export const unknownFields = (schema: Schema, values: Values): readonly string[] =>
  Object.keys(values).filter((name) => !columnOf(schema, name))

/** The values of a record by the port's names; null where it has none. */
export const valuesOf = (
  schema: Schema,
  record: CrmRecord,
  fields: readonly string[],
): Record<string, Value> =>
  Object.fromEntries(
    fields.map((name) => {
      const column = columnOf(schema, name)
      const slot = column?.isOwn === true ? undefined : slotOf(name)
      if (slot) return [name, readSlot(record, slot)]
      return [name, column ? readValue(column, rawValue(column, record)) : null]
    }),
  )

export const rawValue = ({ code, isOwn }: Column, record: CrmRecord): unknown =>
  isOwn ? record.custom_fields?.[code] : record[code]

const numbers = new Set(['double', 'int', 'user', 'org', 'people', 'enum'])

const sentValue = ({ name, type }: Column, value: Value): unknown => {
  if (value === null || value === '') return null
  // An empty set is refused, null clears it.
  if (type === 'set') {
    const options = [value].flat()
    return options.length === 0 ? null : options.map(asNumber)
  }
  if (type === 'address') return { value: String(value) }
  if (type === 'boolean') return value
  if (numbers.has(type) || name === 'owner_id' || name === 'org_id') return asNumber(value)
  return Array.isArray(value) ? value.join('; ') : String(value)
}

/** What is no number stays, so that Pipedrive refuses it with its own sentence. */
const asNumber = (value: unknown): unknown => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return Number.isNaN(number) ? value : number
}

const references = new Set(['enum', 'user', 'org', 'people', 'visible_to', 'status'])

const readValue = ({ name, type }: Column, value: unknown): Value => {
  if (Array.isArray(value)) return value.map((item) => String(idOf(item) ?? ''))
  const simple = idOf(value)
  if (simple === null) return null
  return references.has(type) || name.endsWith('_id') ? String(simple) : simple
}

/** Some types are answered as an object around the value. */
const idOf = (value: unknown): string | number | boolean | null => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (typeof value !== 'object' || value === null) return null
  const { value: inner, id }: { value?: unknown; id?: unknown } = value
  const simple = inner ?? id
  return typeof simple === 'string' || typeof simple === 'number' ? simple : null
}
