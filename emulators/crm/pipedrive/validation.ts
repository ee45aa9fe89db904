import type { FieldDefinition } from '../core/state.ts'
import type { CrmWorld } from '../core/world.ts'
import { invalid, notEmulated, refusal } from './refusals.ts'

/** The values of a body, own fields beside the others. Types are strict: a number as text is refused. */
export const checkedValues = (
  world: CrmWorld,
  object: string,
  body: unknown,
): Record<string, unknown> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid('body: must be an object')
  const { custom_fields: own, ...standard }: Record<string, unknown> = { ...body }
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(standard))
    values[name] = checkStandard(world, object, name, value)
  for (const [code, value] of Object.entries(ownValues(own))) {
    const field = world.field(object, code)
    if (!field?.isOwn) throw invalid(`custom_fields.${code}: Unknown field`)
    values[code] = checkValue(world, field, value, `custom_fields.${code}`)
  }
  return values
}

/** With contact synchronisation only, which the account does not have. */
const synchronised = new Set(['job_title', 'notes', 'im', 'birthday', 'postal_address'])
const notWritable = new Set(['add_time', 'update_time', 'label_ids', 'marketing_status'])

const ownValues = (own: unknown): object => {
  if (own === undefined) return {}
  if (typeof own !== 'object' || own === null) throw invalid('custom_fields: must be an object')
  return own
}

const checkStandard = (world: CrmWorld, object: string, name: string, value: unknown): unknown => {
  if (object === 'person' && (name === 'emails' || name === 'phones'))
    return checkChannels(name, value)
  if (object === 'person' && synchronised.has(name))
    throw refusal(403, `${name} needs contact sync`, 'ERR_FORBIDDEN')
  if (notWritable.has(name)) throw notEmulated(`parameter ${name}`)
  const field = world.field(object, name)
  if (!field || field.isOwn) throw invalid(`${name}: Unknown field`)
  if (field.isReadOnly) throw invalid(`${name}: not allowed`)
  if (name === 'org_id' && value !== null && !isLive(world, 'organization', value))
    throw invalid('org_id: Organization not found')
  return checkValue(world, field, value, name)
}

const checkValue = (
  world: CrmWorld,
  { type, options, isReadOnly }: FieldDefinition,
  value: unknown,
  path: string,
): unknown => {
  if (isReadOnly) throw invalid(`${path}: not allowed`)
  if (value === null) return null
  const demand = (fits: boolean, expected: string): void => {
    if (!fits) throw invalid(`${path}: Expected ${expected}, received ${typeof value}`)
  }
  const isOption = (id: unknown): boolean =>
    typeof id === 'number' &&
    options.some((option) => option.isActive && option.value === String(id))
  switch (type) {
    case 'enum':
      demand(isOption(value), 'an option id')
      break
    case 'set':
      // null clears, an empty list does not.
      demand(Array.isArray(value) && value.length > 0 && value.every(isOption), 'option ids')
      break
    case 'double':
    case 'int':
      demand(typeof value === 'number', 'number')
      break
    case 'user':
      demand(
        world.users.some(({ id }) => typeof value === 'number' && id === String(value)),
        'a user',
      )
      break
    case 'org':
      demand(isLive(world, 'organization', value), 'an organization')
      break
    case 'people':
      demand(isLive(world, 'person', value), 'a person')
      break
    case 'visible_to':
      demand(typeof value === 'number', 'number')
      break
    case 'date':
      demand(typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value), 'a date')
      break
    case 'address':
      demand(isAddress(value), 'an address')
      break
    case 'varchar':
    case 'varchar_auto':
    case 'phone':
      demand(typeof value === 'string' && value.length <= 255, 'string of at most 255')
      break
    case 'text':
      demand(typeof value === 'string', 'string')
      break
    default:
      throw notEmulated(`value of type ${type}`)
  }
  return value === '' ? null : value
}

const isLive = ({ store }: CrmWorld, object: string, id: unknown): boolean =>
  typeof id === 'number' && store.live(object, String(id)) !== undefined

const addressParts = new Set([
  'value',
  'country',
  'admin_area_level_1',
  'admin_area_level_2',
  'locality',
  'sublocality',
  'route',
  'street_number',
  'subpremise',
  'postal_code',
])

const isAddress = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  typeof Object(value).value === 'string' &&
  Object.entries(value).every(
    ([part, text]) => addressParts.has(part) && (text === null || typeof text === 'string'),
  )

/** Replaces the whole list. Emails are not checked. */
const checkChannels = (name: string, value: unknown): unknown => {
  if (!Array.isArray(value)) throw invalid(`${name}: Expected array, received ${typeof value}`)
  return value.map((item: unknown, index) => {
    const { value: text, primary, label, ...others } = Object(item)
    const [other] = Object.keys(others)
    if (other !== undefined) throw invalid(`${name}[${index}].${other}: Unknown field`)
    if (typeof text !== 'string') throw invalid(`${name}[${index}].value: Required`)
    if (primary !== undefined && typeof primary !== 'boolean')
      throw invalid(`${name}[${index}].primary: Expected boolean`)
    return { value: text, primary: primary ?? index === 0, label: label ?? 'other' }
  })
}
