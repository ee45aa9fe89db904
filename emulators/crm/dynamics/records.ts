import { randomUUID } from 'node:crypto'
import type { StoredRecord } from '../core/state.ts'
import type { CrmAnswer } from '../core/world.ts'
import { doesNotExist, refused } from './errors.ts'
import type { Operation, Environment } from './operation.ts'
import { standard } from './seed.ts'
import { isThere, recordOf, rowOf, type Row } from './tables.ts'
import { valuesOf } from './validation.ts'

const matchingKey = 'A record with matching key values already exists.'
const changed = "The version of the existing record doesn't match the RowVersion property provided."

/** Creates, updates or either, as `If-Match` and `If-None-Match` say. */
export const patchRecord = (
  environment: Environment,
  table: string,
  id: string,
  operation: Operation,
): CrmAnswer => {
  const { world, versions } = environment
  const record = recordOf(world, table, id)
  const match = operation.header('if-match')
  if (record && operation.header('if-none-match') === '*') throw refused(412, '', matchingKey)
  if (!record) {
    if (match !== undefined) throw doesNotExist(table, id)
    return createRecord(environment, table, id, operation)
  }
  if (match !== undefined && match !== '*' && match !== etagOf(environment, record))
    throw refused(412, '0x80060882', changed)
  world.store.update(record.id, valuesOf(world, table, operation.body, false))
  versions.of(record)
  return written(environment, operation, record)
}

/** Under an id of the caller's, or a new one. */
export const createRecord = (
  environment: Environment,
  table: string,
  id: string | null,
  operation: Operation,
): CrmAnswer => {
  const { world } = environment
  const values = valuesOf(world, table, operation.body, true)
  if (operation.header('mscrm.suppressduplicatedetection') === 'false')
    refuseDuplicate(environment, table, values)
  const owned = { ...standard, _ownerid_value: operation.user.id, ...values }
  const record = put(environment, table, id ?? randomUUID(), owned)
  environment.versions.of(record)
  return written(environment, operation, record)
}

export const etagOf = ({ versions }: Environment, record: StoredRecord): string =>
  `W/"${versions.of(record)}"`

export const deleteRecord = ({ world }: Environment, table: string, id: string): CrmAnswer => {
  if (!recordOf(world, table, id)) throw doesNotExist(table, id)
  world.calls.countDelete()
  world.store.remove(id)
  return { status: 204 }
}

/** An id that a deleted record had comes back with the new values only. */
const put = (
  { world }: Environment,
  table: string,
  id: string,
  values: Record<string, unknown>,
): StoredRecord => {
  const deleted = world.store.get(id)
  if (!deleted) return world.store.create(table, values, 'api', id)
  const nothing = Object.fromEntries(Object.keys(deleted.values).map((name) => [name, null]))
  world.store.restore(id)
  return world.store.update(id, { ...nothing, ...values })
}

/** The rules that a new environment publishes, as far as one column decides. */
const duplicateRules: Readonly<Record<string, readonly string[]>> = {
  account: ['name', 'emailaddress1', 'websiteurl'],
  contact: ['emailaddress1'],
  lead: ['emailaddress1'],
}

const refuseDuplicate = (
  { world }: Environment,
  table: string,
  values: Readonly<Record<string, unknown>>,
): void => {
  for (const column of duplicateRules[table] ?? []) {
    const value = values[column]
    if (typeof value !== 'string') continue
    const others = world.store.withValue(table, column, value)
    if (others.some((other) => isThere(other) && other.values['statecode'] !== 1))
      throw refused(
        412,
        '0x80040333',
        'A record was not created or updated because a duplicate of the current record already exists.',
      )
  }
}

const written = (
  environment: Environment,
  { prefer, address }: Operation,
  record: StoredRecord,
): CrmAnswer => {
  const { object, id } = record
  const headers = { 'odata-version': '4.0', 'odata-entityid': `${address(`${object}s`)}(${id})` }
  if (!prefer.includes('return=representation')) return { status: 204, headers }
  const body: Row = { '@odata.etag': etagOf(environment, record), ...rowOf(record) }
  return { status: 200, headers, body }
}
