import * as z from 'zod/mini'
import { Forbidden } from '../errors.ts'
import type { Api, Field, FieldType, ObjectKind } from '../port.ts'
import type { Calls } from './calls.ts'
import { doNotCallField, objectOf, ownField, version } from './shapes.ts'

const Property = z.object({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  fieldType: z.optional(z.string()),
  options: z.optional(
    z.array(
      z.object({
        value: z.string(),
        label: z.string(),
        hidden: z.optional(z.nullable(z.boolean())),
      }),
    ),
  ),
  hasUniqueValue: z.optional(z.boolean()),
  calculated: z.optional(z.boolean()),
  externalOptions: z.optional(z.boolean()),
  referencedObjectType: z.optional(z.nullable(z.string())),
  archived: z.optional(z.boolean()),
  modificationMetadata: z.optional(
    z.nullable(z.object({ readOnlyValue: z.optional(z.boolean()) })),
  ),
})
type Property = z.infer<typeof Property>

const PropertyList = z.object({ results: z.array(Property) })

/** What is required shows only in refusals of creates. */
export const describeFields = async (
  calls: Calls,
  api: Api,
  object: ObjectKind,
): Promise<readonly Field[]> => {
  const path = `/crm/properties/${version}/${objectOf(object).path}`
  const list = await calls.read(api, { path }, PropertyList)
  return (list?.results ?? []).filter(({ archived }) => archived !== true).map(fieldOf)
}

/** False: the account or its user does not allow own properties, or all ten unique ones are in use. */
export const ensureOwnKey = async (
  calls: Calls,
  api: Api,
  object: ObjectKind,
): Promise<boolean> => {
  try {
    const isThere = await ensureProperty(calls, api, object, ownKeyProperty)
    if (isThere) await ensureProperty(calls, api, object, doNotCallProperty)
    return isThere
  } catch (cause) {
    if (cause instanceof Forbidden) return false
    throw cause
  }
}

const groupName = 'fieldbook'

const ownKeyProperty = {
  groupName,
  name: ownField,
  label: 'Fieldbook ID',
  type: 'string',
  fieldType: 'text',
  hasUniqueValue: true,
  hidden: false,
}

const doNotCallProperty = {
  groupName,
  name: doNotCallField,
  label: 'Do not call (Fieldbook)',
  type: 'enumeration',
  fieldType: 'booleancheckbox',
  options: [
    { label: 'Yes', value: 'true', displayOrder: 0, hidden: false },
    { label: 'No', value: 'false', displayOrder: 1, hidden: false },
  ],
  hidden: false,
}

const ensureProperty = async (
  calls: Calls,
  api: Api,
  object: ObjectKind,
  property: typeof ownKeyProperty | typeof doNotCallProperty,
): Promise<boolean> => {
  const path = `/crm/properties/${version}/${objectOf(object).path}`
  const needsUnique = 'hasUniqueValue' in property
  const read = async (): Promise<boolean | null> => {
    const found = await calls.read(api, { path: `${path}/${property.name}` }, Property, [404])
    return found && (!needsUnique || found.hasUniqueValue === true)
  }
  const existing = await read()
  if (existing !== null) return existing
  // A group that is there already is refused, which does no harm.
  await calls.write(
    api,
    { method: 'POST', path: `${path}/groups`, body: { name: groupName, label: 'Fieldbook' } },
    z.unknown(),
  )
  const created = await calls.write(api, { method: 'POST', path, body: property }, z.unknown())
  return 'done' in created ? true : ((await read()) ?? false)
}

const fieldOf = (property: Property): Field => {
  const { name, label, calculated, modificationMetadata, options = [] } = property
  const isReadOnly = calculated === true || modificationMetadata?.readOnlyValue === true
  const type = typeOf(property)
  const isChoice = type === 'choice' || type === 'choices'
  return {
    name,
    label,
    type,
    maxLength: maxLengths[type] ?? null,
    required: false,
    writable: isReadOnly ? 'never' : 'always',
    unique: property.hasUniqueValue === true,
    choices: isChoice
      ? options.map(({ value, label: choice, hidden }) => ({
          value,
          label: choice,
          active: hidden !== true,
        }))
      : [],
    closed: isChoice && property.externalOptions !== true,
  }
}

/** In characters. */
const maxLengths: Partial<Record<FieldType, number>> = { text: 65_536, long: 65_536 }

const typeOf = ({ name, type, fieldType, referencedObjectType }: Property): FieldType => {
  if (referencedObjectType === 'OWNER' || name === 'hubspot_owner_id') return 'owner'
  if (type === 'enumeration' && fieldType === 'booleancheckbox') return 'bool'
  if (type === 'enumeration') return fieldType === 'checkbox' ? 'choices' : 'choice'
  if (type === 'string' && fieldType === 'textarea') return 'long'
  if (name === 'email') return 'email'
  if (name === 'domain' || name === 'website' || name.endsWith('_company_page')) return 'url'
  return types[type] ?? types[fieldType ?? ''] ?? 'text'
}

const types: Readonly<Record<string, FieldType>> = {
  bool: 'bool',
  date: 'date',
  datetime: 'time',
  number: 'number',
  phone_number: 'phone',
  phonenumber: 'phone',
}
