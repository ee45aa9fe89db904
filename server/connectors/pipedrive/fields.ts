import type { Api, Field, FieldType, ObjectKind } from '../port.ts'
import { ownField, type Column, type Schemas } from './schema.ts'
import { slots } from './slots.ts'

/** Of emails, phones and the address, the parts are fields of their own. Only `name` is required by the API. */
export const describeFields = async (
  schemas: Schemas,
  api: Api,
  object: ObjectKind,
): Promise<readonly Field[]> => (await schemas.renew(api, object)).flatMap(fieldsOf)

const fieldsOf = (column: Column): readonly Field[] => {
  const { name, label, isOwn, options } = column
  if (!isOwn) {
    const parts = Object.entries(slots).filter(
      ([slot]) => slot === name || slot.startsWith(`${name}.`),
    )
    if (parts.length > 0)
      return parts.map(([slot, { title }]) => field(slot, title, typeOfSlot(slot), textLength))
  }
  const type = typeOf(column)
  const isChoice = type === 'choice' || type === 'choices'
  return [
    {
      ...field(name, label, type, column.type === 'varchar' ? textLength : null),
      required: name === 'name',
      writable: isReadOnly(column) ? 'never' : 'always',
      choices: isChoice ? options.map((option) => ({ ...option, active: true })) : [],
      closed: isChoice,
    },
  ]
}

/** In characters. */
const textLength = 255

const field = (name: string, label: string, type: FieldType, maxLength: number | null): Field => ({
  name,
  label,
  type,
  maxLength,
  required: false,
  writable: 'always',
  unique: false,
  choices: [],
  closed: false,
})

const typeOfSlot = (slot: string): FieldType => {
  if (slot.startsWith('emails')) return 'email'
  if (slot.startsWith('phones')) return 'phone'
  return slot === 'address' ? 'address' : 'text'
}

const typeOf = ({ name, type }: Column): FieldType => {
  if (name === 'owner_id' || type === 'user') return 'owner'
  if (name === 'website' || name === 'linkedin') return 'url'
  return Object.hasOwn(types, type) ? (types[type] ?? 'text') : 'text'
}

const types: Readonly<Record<string, FieldType>> = {
  text: 'long',
  phone: 'phone',
  double: 'number',
  int: 'number',
  monetary: 'number',
  boolean: 'bool',
  date: 'date',
  time: 'time',
  enum: 'choice',
  set: 'choices',
  address: 'address',
  org: 'reference',
  people: 'reference',
}

const isCounted = /(?<!^employee)_count$|^(?:next|last)_activity/

/** The API does not mark what it refuses to change. Values with two parts have no counterpart in the port. */
const isReadOnly = ({ name, type, isOwn }: Column): boolean =>
  name === ownField ||
  !writableTypes.has(type) ||
  (!isOwn && (readOnly.has(name) || isCounted.test(name)))

const writableTypes = new Set(
  'varchar varchar_auto text phone double int boolean date enum set address user org people'.split(
    ' ',
  ),
)

const readOnly = new Set(
  'id add_time update_time creator_id first_name last_name visible_to is_deleted company_id picture_id smart_bcc_email marketing_status owner_name'.split(
    ' ',
  ),
)
