import type { FieldDefinition, StoredRecord } from '../core/state.ts'
import type { CrmWorld } from '../core/world.ts'
import { badRequest, notEmulated } from './errors.ts'

export type Row = Readonly<Record<string, unknown>>

/** By the names in addresses. */
export const tableOfSet: Readonly<Record<string, string>> = {
  accounts: 'account',
  contacts: 'contact',
  leads: 'lead',
}

/** Where a link is stored, and to which set it leads. Names are case-sensitive. */
export const links: Readonly<
  Record<string, Readonly<Record<string, { lookup: string; set: string }>>>
> = {
  account: {
    ownerid: { lookup: '_ownerid_value', set: 'systemusers' },
    parentaccountid: { lookup: '_parentaccountid_value', set: 'accounts' },
  },
  contact: {
    ownerid: { lookup: '_ownerid_value', set: 'systemusers' },
    parentcustomerid_account: { lookup: '_parentcustomerid_value', set: 'accounts' },
    parentcustomerid_contact: { lookup: '_parentcustomerid_value', set: 'contacts' },
  },
  lead: {
    ownerid: { lookup: '_ownerid_value', set: 'systemusers' },
    parentaccountid: { lookup: '_parentaccountid_value', set: 'accounts' },
  },
}

export const lookupTypes = new Set(['LookupType', 'CustomerType', 'OwnerType'])

/** Under which a column is read. */
export const readName = ({ name, type }: FieldDefinition): string =>
  lookupTypes.has(type) ? `_${name}_value` : name

/** A merged record stays, inactive. */
export const isThere = (record: StoredRecord | undefined): record is StoredRecord =>
  record !== undefined && (!record.isDeleted || record.mergedInto !== null)

export const recordOf = (world: CrmWorld, table: string, id: string): StoredRecord | undefined => {
  const record = world.store.get(id)
  return record?.object === table && isThere(record) ? record : undefined
}

export const rowOf = (record: StoredRecord): Row => {
  const { object, id, values, mergedInto } = record
  return {
    ...values,
    [`${object}id`]: id,
    ...(object !== 'account' && {
      fullname: [values['firstname'], values['lastname']].filter(Boolean).join(' '),
    }),
    createdon: timeOf(record.createdAt),
    modifiedon: timeOf(record.updatedAt),
    ...(mergedInto !== null && {
      merged: true,
      _masterid_value: mergedInto,
      statecode: 1,
      statuscode: 2,
    }),
  }
}

/** Dataverse answers whole seconds. */
export const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** `accounts(guid)`, or a set alone. */
export const parseAddress = (path: string): { set: string; id: string | null } => {
  const [, set = '', key] = /^\/?([A-Za-z]+)(?:\(([^)]*)\))?$/.exec(path) ?? []
  if (set === '') throw notEmulated(path)
  if (key === undefined) return { set, id: null }
  if (key.includes('=')) throw notEmulated(`an alternate key: ${path}`)
  if (!guid.test(key))
    throw badRequest('0x80060888', `Guid should contain 32 digits with 4 dashes: ${key}`)
  return { set, id: key.toLowerCase() }
}
