import type { FieldDefinition } from '../core/state.ts'
import type { CrmUser, CrmWorld } from '../core/world.ts'
import { badRequest, doesNotExist, refused } from './errors.ts'
import { isMember, mayWrite } from './team.ts'
import { links, lookupTypes, parseAddress, recordOf, tableOfSet } from './tables.ts'

/** What the store takes of a body, or the refusal of Dataverse. */
export const valuesOf = (
  world: CrmWorld,
  table: string,
  body: Readonly<Record<string, unknown>>,
  isCreate: boolean,
): Record<string, unknown> => {
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body)) {
    const [, link] = /^(.+)@odata\.bind$/.exec(name) ?? []
    if (link === undefined) {
      const field = world.field(table, name)
      if (!field || lookupTypes.has(field.type)) throw unknownColumn(name, table)
      checkValue(field, table, value)
      // A column that is not writable is left out without a word.
      if (!field.isReadOnly && !isPrimary(field)) values[name] = value
    } else {
      const target = links[table]?.[link]
      if (!target) throw unknownColumn(link, table)
      values[target.lookup] = linkedId(world, target.set, value)
    }
  }
  if (isCreate)
    for (const { name, type, isRequired } of world.state.fields[table] ?? [])
      if (isRequired && !filledIn.has(type) && (values[name] ?? null) === null)
        throw badRequest('0x80040203', `The property '${name}' of '${table}' is required.`)
  return values
}

const filledIn = new Set(['OwnerType', 'StateType', 'UniqueidentifierType'])

const isPrimary = ({ more }: FieldDefinition): boolean => more['isPrimary'] === true

const unknownColumn = (name: string, table: string) =>
  badRequest(
    '0x80048d19',
    `Error identified in Payload provided by the user for Entity :'${table}', For more information on this error please follow this help link https://go.microsoft.com/fwlink/?linkid=2195293  ---->  InnerException : Microsoft.Crm.CrmException: Invalid property '${name}' was found in entity 'Microsoft.Dynamics.CRM.${table}'.`,
  )

/** The id at the end of `/accounts(guid)`, of a record that is there. */
export const linkedId = (world: CrmWorld, set: string, value: unknown): string => {
  const { set: named, id } = parseAddress(typeof value === 'string' ? value : '')
  if (named !== set || id === null)
    throw badRequest('0x80060888', `The link leads to '${named}', and not to '${set}'.`)
  const table = tableOfSet[set]
  if (table === undefined) {
    const user = world.users.find((each) => each.id === id)
    if (!user) throw doesNotExist('systemuser', id)
    checkOwner(user)
  } else if (!recordOf(world, table, id)) throw doesNotExist(table, id)
  return id
}

const checkOwner = (user: CrmUser): void => {
  if (isMember(user) && mayWrite(user)) return
  throw refused(
    403,
    '0x80040220',
    `Principal user (Id=${user.id}) is missing prvReadAccount privilege.`,
  )
}

const edmTypes: Readonly<Record<string, { name: string; is: (value: unknown) => boolean }>> = {
  PicklistType: { name: 'Edm.Int32', is: Number.isInteger },
  StateType: { name: 'Edm.Int32', is: Number.isInteger },
  StatusType: { name: 'Edm.Int32', is: Number.isInteger },
  IntegerType: { name: 'Edm.Int32', is: Number.isInteger },
  MoneyType: { name: 'Edm.Decimal', is: (value) => typeof value === 'number' },
  BooleanType: { name: 'Edm.Boolean', is: (value) => typeof value === 'boolean' },
  DateTimeType: {
    name: 'Edm.Date',
    is: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:T.*)?$/.test(value),
  },
}

const checkValue = (field: FieldDefinition, table: string, value: unknown): void => {
  const { name, type, maxLength, options } = field
  if (value === null) return
  const edm = edmTypes[type] ?? { name: 'Edm.String', is: (each) => typeof each === 'string' }
  if (!edm.is(value))
    throw badRequest(
      '0x80048d19',
      `Error identified in Payload provided by the user for Entity :'${table}' ---->  InnerException : Microsoft.OData.ODataException: Cannot convert the literal '${textOf(value)}' of the property '${name}' to the expected type '${edm.name}'.`,
    )
  if (typeof value === 'string' && maxLength !== null && value.length > maxLength)
    throw badRequest(
      '0x80044331',
      `A validation error occurred.  The length of the '${name}' attribute of the '${table}' entity exceeded the maximum allowed length of '${maxLength}'.`,
    )
  if (options.length === 0) return
  const chosen = type === 'MultiSelectPicklistType' ? textOf(value).split(',') : [textOf(value)]
  const active = options.filter(({ isActive }) => isActive).map((option) => option.value)
  if (chosen.some((each) => !active.includes(each)))
    throw badRequest(
      '0x80048408',
      `A validation error occurred.  The value ${textOf(value)} of '${name}' on record of type '${table}' is outside the valid range. Accepted Values: ${active.join(',')}`,
    )
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)
