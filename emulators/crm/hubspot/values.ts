import type { FieldDefinition, StoredRecord } from '../core/state.ts'
import type { CrmWorld } from '../core/world.ts'
import { byEmail } from './lookup.ts'
import { objects, type ObjectName } from './objects.ts'
import { invalidProperties, objectOf, refused, textOf, type PropertyProblem } from './refusals.ts'
import { ownerIdOf } from './team.ts'

export type Values = Record<string, string | null>

/** Text; null clears. Throws for what HubSpot refuses. [?] The codes beside PROPERTY_DOESNT_EXIST and those of required properties. */
export const checkedValues = (world: CrmWorld, object: string, properties: unknown): Values => {
  const values: Values = {}
  const problems: PropertyProblem[] = []
  for (const [name, value] of Object.entries(objectOf(properties))) {
    const field = world.field(object, name)
    const text = textOf(value)
    const problem = field
      ? text !== '' || field.isReadOnly
        ? problemOf(world, field, text)
        : undefined
      : ([`Property "${name}" does not exist`, 'PROPERTY_DOESNT_EXIST'] as const)
    if (problem) problems.push({ name, message: problem[0], code: problem[1] })
    values[name] = text === '' ? null : text
  }
  if (problems.length > 0) throw invalidProperties(problems)
  return values
}

const maxLength = 65_536

const problemOf = (
  world: CrmWorld,
  { name, type, options, isReadOnly, more }: FieldDefinition,
  text: string,
): readonly [message: string, code: string] | undefined => {
  if (isReadOnly || more['calculated'] === true)
    return [`"${name}" is a read only property; its value cannot be set.`, 'READ_ONLY_VALUE']
  if (text.length > maxLength) return [`${name} is longer than ${maxLength}`, 'TOO_MANY_CHARACTERS']
  if (type === 'number' && !Number.isFinite(Number(text)))
    return [`${text} was not a valid number.`, 'INVALID_NUMBER']
  if ((type === 'date' || type === 'datetime') && Number.isNaN(Date.parse(text)))
    return [`${text} was not a valid date.`, 'INVALID_DATE']
  if (type === 'enumeration' && more['referencedObjectType'] === 'OWNER') {
    const isOwner = world.users.some((user) => user.isActive && ownerIdOf(user) === text)
    return isOwner ? undefined : [`Owner "${text}" does not exist`, 'INVALID_OWNER_ID']
  }
  if (type === 'enumeration') {
    const allowed = options.filter(({ isActive }) => isActive).map(({ value }) => value)
    const chosen = more['fieldType'] === 'checkbox' ? text.split(';') : [text]
    if (chosen.some((each) => !allowed.includes(each)))
      return [
        `${text} was not one of the allowed options: [${allowed.join(', ')}]`,
        'INVALID_OPTION',
      ]
  }
  if (name === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text))
    return [`Email address ${text} is invalid`, 'INVALID_EMAIL']
  return undefined
}

/** Of a create. [?] How HubSpot words a company without a name and a domain. */
export const checkRequired = (world: CrmWorld, object: ObjectName, values: Values): void => {
  const missing = (world.state.fields[object] ?? []).filter(
    ({ name, isRequired }) => isRequired && (values[name] ?? null) === null,
  )
  const { needed } = objects[object]
  const problems = missing.map(({ name }) => problem(name, `${name} is required`))
  if (needed.every((name) => (values[name] ?? null) === null))
    problems.push(problem(needed[0] ?? '', `One of ${needed.join(', ')} is required`))
  if (problems.length > 0) throw invalidProperties(problems)
}

const problem = (name: string, message: string): PropertyProblem => ({
  name,
  message,
  code: 'MISSING_REQUIRED_PROPERTY',
})

/** Contacts are unique by address, both objects by unique properties, and companies not by domain. */
export const checkUnique = (
  world: CrmWorld,
  object: ObjectName,
  values: Values,
  record: StoredRecord | undefined,
): void => {
  const { email } = values
  const other =
    object === 'contacts' && typeof email === 'string' ? byEmail(world, email) : undefined
  if (other && other.id !== record?.id)
    throw refused(409, 'CONFLICT', `Contact already exists. Existing ID: ${other.id}`, {
      context: { existingId: [other.id] },
    })
  for (const { name, isUnique } of world.state.fields[object] ?? []) {
    const value = values[name]
    if (!isUnique || typeof value !== 'string') continue
    const owner = world.store.withValue(object, name, value).find(({ id }) => id !== record?.id)
    if (owner)
      throw invalidProperties([
        {
          name,
          // [?] Sentence and code.
          message: `${name} has already been set to ${value} on ${owner.id}`,
          code: 'CONFLICTING_UNIQUE_VALUE',
        },
      ])
  }
}
