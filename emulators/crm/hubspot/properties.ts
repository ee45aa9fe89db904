import type { FieldDefinition } from '../core/state.ts'
import type { CrmWorld } from '../core/world.ts'
import type { On } from './gate.ts'
import { objectNames, objects, type ObjectName } from './objects.ts'
import { invalid, notEmulated, objectOf, refused, refuseUnknown, textOf } from './refusals.ts'

const maxUnique = 10

/** The account's properties; an app may add its own. */
export const propertyRoutes = (on: On, world: CrmWorld): void => {
  for (const object of objectNames) {
    const read = { scopes: [`crm.schemas.${object}.read`, ...objects[object].read] }
    const write = { scopes: [`crm.schemas.${object}.write`] }
    on('GET', 'properties', `/${object}`, read, () => ({
      status: 200,
      body: { results: (world.state.fields[object] ?? []).map(propertyView) },
    }))
    on('GET', 'properties', `/${object}/:name`, read, (call) => {
      const field = world.field(object, call.param('name'))
      if (!field)
        throw refused(
          404,
          'OBJECT_NOT_FOUND',
          `Property ${call.param('name')} does not exist on ${objects[object].typeId}`,
        )
      return { status: 200, body: propertyView(field) }
    })
    on('POST', 'properties', `/${object}/groups`, write, ({ body }) => {
      const { name, label, ...others } = objectOf(body)
      refuseUnknown(others, ['displayOrder'])
      const groups = groupsOf(world, object)
      if (groups.includes(textOf(name)))
        throw refused(409, 'OBJECT_ALREADY_EXISTS', `Property group ${textOf(name)} already exists`)
      world.state.more[`groups ${object}`] = [...groups, textOf(name)]
      return { status: 201, body: { name, label, displayOrder: -1, archived: false } }
    })
    on('POST', 'properties', `/${object}`, write, ({ body }) => {
      const field = newField(world, object, objectOf(body))
      world.state.fields[object] = [...(world.state.fields[object] ?? []), field]
      return { status: 201, body: propertyView(field) }
    })
  }
}

/** [?] Which sentences HubSpot refuses with. */
const newField = (
  world: CrmWorld,
  object: ObjectName,
  body: Record<string, unknown>,
): FieldDefinition => {
  const { name, label, type, fieldType, groupName, hasUniqueValue, options, ...others } = body
  refuseUnknown(others, ['hidden', 'description', 'displayOrder', 'formField'])
  const [fieldName, group] = [textOf(name), textOf(groupName)]
  if (!/^[a-z][a-z0-9_]*$/.test(fieldName)) throw invalid(`Invalid property name ${fieldName}`)
  if (world.field(object, fieldName))
    throw refused(409, 'OBJECT_ALREADY_EXISTS', `A property named '${fieldName}' already exists.`)
  if (!groupsOf(world, object).includes(group)) throw invalid(`Group ${group} does not exist`)
  if (!types.has(textOf(type))) throw notEmulated(`type ${textOf(type)}`)
  const unique = (world.state.fields[object] ?? []).filter(
    ({ isUnique, isOwn }) => isUnique && isOwn,
  )
  if (hasUniqueValue === true && unique.length >= maxUnique)
    throw invalid(`You have reached the limit of ${maxUnique} unique properties.`)
  return {
    name: fieldName,
    label: textOf(label),
    type: textOf(type),
    isRequired: false,
    isReadOnly: false,
    isUnique: hasUniqueValue === true,
    maxLength: null,
    options: Array.isArray(options)
      ? options.map((option: unknown) => ({
          value: textOf(Object(option).value),
          label: textOf(Object(option).label),
          isActive: true,
        }))
      : [],
    isOwn: true,
    more: { fieldType: textOf(fieldType), groupName: group },
  }
}

const types: ReadonlySet<string> = new Set([
  'bool',
  'date',
  'datetime',
  'enumeration',
  'number',
  'phone_number',
  'string',
])

const groupsOf = ({ state }: CrmWorld, object: ObjectName): readonly string[] => {
  const stored = state.more[`groups ${object}`]
  return Array.isArray(stored)
    ? stored.map(String)
    : [object === 'companies' ? 'companyinformation' : 'contactinformation']
}

/** An option that was retired is removed. */
const propertyView = (field: FieldDefinition): object => ({
  name: field.name,
  label: field.label,
  type: field.type,
  fieldType: field.more['fieldType'] ?? 'text',
  groupName: field.more['groupName'] ?? 'companyinformation',
  description: '',
  options: field.options
    .filter(({ isActive }) => isActive)
    .map(({ value, label }, displayOrder) => ({ label, value, displayOrder, hidden: false })),
  hasUniqueValue: field.isUnique && field.isOwn,
  calculated: field.more['calculated'] === true,
  externalOptions: field.more['referencedObjectType'] !== undefined,
  ...(field.more['referencedObjectType'] !== undefined && {
    referencedObjectType: field.more['referencedObjectType'],
  }),
  hidden: false,
  hubspotDefined: !field.isOwn,
  formField: true,
  archived: false,
  modificationMetadata: {
    archivable: field.isOwn,
    readOnlyDefinition: !field.isOwn,
    readOnlyOptions: !field.isOwn,
    readOnlyValue: field.isReadOnly,
  },
})
