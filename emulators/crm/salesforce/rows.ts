import type { FieldDefinition, StoredRecord } from '../core/state.ts'
import type { CrmUser, CrmWorld } from '../core/world.ts'
import { duplicateOf } from './duplicates.ts'
import { rowError, type RowError } from './errors.ts'
import { visibleField, visibleFields } from './fields.ts'
import { objectOf, parseId, shortId } from './ids.ts'
import { isBlank, textOf } from './values.ts'

export type Values = Record<string, unknown>

/** What is wrong with a row, in the order in which Salesforce looks; undefined: nothing. `before` is what it changes. */
export const checkRow = (
  world: CrmWorld,
  user: CrmUser,
  object: string,
  values: Values,
  before: StoredRecord | undefined,
): RowError | undefined => {
  if (before?.values['IsConverted'] === true)
    return rowError('CANNOT_UPDATE_CONVERTED_LEAD', 'cannot reference converted lead')
  for (const name of Object.keys(values)) {
    const error = checkAccess(visibleField(world, object, name, user.id), object, name, before)
    if (error) return error
  }
  const after = { ...before?.values, ...values }
  const missing = visibleFields(world, object, user.id).filter(
    ({ name, isRequired }) =>
      isRequired && isBlank(after[name]) && (before === undefined || name in values),
  )
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name)
    return rowError(
      'REQUIRED_FIELD_MISSING',
      `Required fields are missing: [${names.join(', ')}]`,
      names,
    )
  }
  for (const [name, value] of Object.entries(values)) {
    const field = visibleField(world, object, name, user.id)
    const error =
      field && !isBlank(value) ? checkValue(world, field, value, object, before) : undefined
    if (error) return error
  }
  return checkRules(object, after) ?? (before ? undefined : duplicateOf(world, object, after))
}

const checkAccess = (
  field: FieldDefinition | undefined,
  object: string,
  name: string,
  before: StoredRecord | undefined,
): RowError | undefined => {
  if (!field)
    return rowError('INVALID_FIELD', `No such column '${name}' on sobject of type ${object}`)
  if (field.isReadOnly || (before && field.more['isCreateOnly'] === true))
    return rowError(
      'INVALID_FIELD_FOR_INSERT_UPDATE',
      `Unable to create/update fields: ${name}. Please check the security settings of this field and verify that it is read/write for your profile or permission set.`,
      [name],
    )
  return undefined
}

const checkValue = (
  world: CrmWorld,
  field: FieldDefinition,
  value: unknown,
  object: string,
  before: StoredRecord | undefined,
): RowError | undefined => {
  const { name, label, type, maxLength } = field
  const text = textOf(value)
  if (maxLength !== null && text.length > maxLength)
    return rowError(
      'STRING_TOO_LONG',
      `${label}: data value too large: ${text.slice(0, 40)} (max length=${maxLength})`,
      [name],
    )
  if (type === 'email' && !/^[^\s@]{1,64}@[^\s@]{1,255}$/.test(text))
    return rowError('INVALID_EMAIL_ADDRESS', `${label}: invalid email address: ${text}`, [name])
  if (field.more['isRestricted'] === true && !isChoice(field, text))
    return rowError(
      'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST',
      `${label}: bad value for restricted picklist field: ${text}`,
      [name],
    )
  if (type === 'reference') return checkReference(world, field, value, object)
  if (!field.isUnique) return undefined
  const other = world.store.withValue(object, name, text).find(({ id }) => id !== before?.id)
  return (
    other &&
    rowError(
      'DUPLICATE_VALUE',
      `duplicate value found: ${name} duplicates value on record with id: ${shortId(other.id)}`,
    )
  )
}

const isChoice = ({ options }: FieldDefinition, text: string): boolean =>
  options.some(({ value, isActive }) => isActive && value === text)

const checkReference = (
  world: CrmWorld,
  { name, label, more }: FieldDefinition,
  value: unknown,
  object: string,
): RowError | undefined => {
  const id = parseId(value)
  const target = id === undefined ? undefined : objectOf(id)
  const targets = Array.isArray(more['referenceTo']) ? more['referenceTo'] : []
  if (id === undefined || target === undefined || !targets.includes(target))
    return rowError('MALFORMED_ID', `${label}: id value of incorrect type: ${String(value)}`, [
      name,
    ])
  if (target === 'User') {
    const owner = world.users.find((user) => user.id === id)
    if (owner?.isActive === false)
      return rowError(
        'INACTIVE_OWNER_OR_USER',
        `operation performed with inactive user [${shortId(id)}] as owner of ${object.toLowerCase()}`,
        [name],
      )
    if (owner) return undefined
  } else if (world.store.live(target, id)) return undefined
  else if (world.store.get(id)) return rowError('ENTITY_IS_DELETED', 'entity is deleted', [name])
  return rowError('INVALID_CROSS_REFERENCE_KEY', 'invalid cross reference id', [name])
}

/** The organisation's own validation rule. */
const checkRules = (object: string, after: Values): RowError | undefined => {
  const abn = after['ABN__c']
  return object === 'Account' && !isBlank(abn) && textOf(abn).replaceAll(/\D/g, '').length !== 11
    ? rowError('FIELD_CUSTOM_VALIDATION_EXCEPTION', 'An ABN has 11 digits', ['ABN__c'])
    : undefined
}
