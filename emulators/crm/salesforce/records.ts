import type { ApiCall } from '../core/app.ts'
import type { StoredRecord } from '../core/state.ts'
import { CrmRefused, type CrmAnswer, type CrmWorld } from '../core/world.ts'
import { errorAnswer, refuse, rowError, type RowError } from './errors.ts'
import { visibleField } from './fields.ts'
import { bodyOf, type On } from './gate.ts'
import { objectOf, parseId } from './ids.ts'
import { checkRow, type Values } from './rows.ts'
import { isBlank, textOf } from './values.ts'

/** What becomes of one row. */
type Served = { id: string; isNew: boolean } | RowError

const maxRows = 200

/** Collections of records: creates, updates, and upserts by an external id. */
export const recordRoutes = (on: On, world: CrmWorld): void => {
  on('POST', '/composite/sobjects', (call) =>
    serve(call, world, rowsOf(call), ({ object, values }) => create(call, world, object, values)),
  )
  on('PATCH', '/composite/sobjects', (call) =>
    serve(call, world, rowsOf(call), (row) => update(call, world, row)),
  )
  on('PATCH', '/composite/sobjects/:object/:field', (call) => {
    const [object, name] = [call.param('object'), call.param('field')]
    const field = visibleField(world, object, name, call.user.id)
    if (!field)
      throw refuse(
        404,
        'NOT_FOUND',
        `Provided external ID field does not exist or is not accessible: ${name}`,
      )
    if (field.more['isExternalId'] !== true)
      throw refuse(400, 'INVALID_FIELD', `${name} is no external id of ${object}`)
    const rows = rowsOf(call)
    const keys = rows.map(({ values }) => textOf(values[name]))
    return serve(call, world, rows, (row, index) => {
      const key = keys[index] ?? ''
      if (key === '') return rowError('MISSING_ARGUMENT', `${name} not specified`)
      if (keys.indexOf(key) !== keys.lastIndexOf(key))
        return rowError('DUPLICATE_VALUE', `Duplicate external id specified: ${key}`, [name])
      return upsert(call, world, { ...row, object, key, name })
    })
  })
}

type IncomingRow = { object: string; id: unknown; values: Values }

const rowsOf = (call: ApiCall): readonly IncomingRow[] => {
  const { allOrNone = false, records, ...others } = bodyOf(call)
  for (const name of Object.keys(others))
    throw refuse(400, 'JSON_PARSER_ERROR', `Unrecognized field "${name}"`)
  if (allOrNone !== false) throw refuse(501, 'NOT_EMULATED', 'Not emulated: allOrNone')
  if (!Array.isArray(records) || records.length === 0)
    throw refuse(400, 'REQUIRED_FIELD_MISSING', 'At least 1 record is required')
  if (records.length > maxRows)
    throw refuse(400, 'LIMIT_EXCEEDED', `The maximum number of records is ${maxRows}`)
  return records.map((record) => {
    const { attributes, id, Id = id, ...values } = Object(record)
    const object = textOf(Object(attributes).type)
    if (object === '')
      throw refuse(400, 'INVALID_INPUT', 'Include an entity type in the attributes of each record.')
    for (const [name, value] of Object.entries(values))
      if (typeof value === 'object' && value !== null)
        throw refuse(400, 'JSON_PARSER_ERROR', `Cannot deserialize the value of ${name}`)
    return { object, id: Id, values }
  })
}

/** In the order of the rows, always 200. */
const serve = (
  call: ApiCall,
  world: CrmWorld,
  rows: readonly IncomingRow[],
  serveRow: (row: IncomingRow, index: number) => Served,
): CrmAnswer => {
  checkTypes(call, world, rows)
  const { fault } = call
  const body = rows.map((row, index) => {
    if (fault?.kind === 'half-batch' && index === fault.rows)
      throw new CrmRefused(errorAnswer(500, 'UNKNOWN_EXCEPTION', 'An unexpected error occurred.'))
    if (fault?.kind === 'row-fails' && index === fault.row)
      return failed(rowError(fault.code, `${fault.code} of this row`))
    if (fault?.kind === 'locked')
      return failed(
        rowError('UNABLE_TO_LOCK_ROW', 'unable to obtain exclusive access to this record'),
      )
    const served = serveRow(row, index)
    if (!('id' in served)) return failed(served)
    const isUpsert = call.path.includes('__c')
    return {
      id: served.id,
      success: true,
      ...(isUpsert && { created: served.isNew }),
      errors: [],
    }
  })
  return { status: 200, body }
}

const failed = (error: RowError) => ({ success: false, errors: [error] })

/** A value of another type fails the whole call. */
const checkTypes = (call: ApiCall, world: CrmWorld, rows: readonly IncomingRow[]): void => {
  for (const { object, values } of rows)
    for (const [name, value] of Object.entries(values)) {
      const type = visibleField(world, object, name, call.user.id)?.type
      if (type === undefined || isBlank(value)) continue
      const wanted = type === 'boolean' ? 'boolean' : numbers.has(type) ? 'number' : 'string'
      if (typeof value !== wanted)
        throw refuse(
          400,
          'JSON_PARSER_ERROR',
          `Cannot deserialize instance of ${type} from value ${String(value)}`,
        )
    }
}

const numbers: ReadonlySet<string> = new Set(['int', 'double', 'currency', 'percent', 'long'])

const create = (call: ApiCall, world: CrmWorld, object: string, values: Values): Served => {
  const error = checkRow(world, call.user, object, values, undefined)
  if (error) return error
  const { id } = world.store.create(
    object,
    { OwnerId: call.user.id, ...trimmed(values), CreatedById: call.user.id },
    'api',
  )
  return { id, isNew: true }
}

const update = (call: ApiCall, world: CrmWorld, row: IncomingRow): Served => {
  const id = parseId(row.id)
  if (id === undefined || objectOf(id) !== row.object)
    return rowError(
      'MALFORMED_ID',
      `${row.object} ID: id value of incorrect type: ${String(row.id)}`,
      ['Id'],
    )
  const record = world.store.get(id)
  if (!record) return rowError('INVALID_CROSS_REFERENCE_KEY', 'invalid cross reference id')
  if (record.isDeleted) return rowError('ENTITY_IS_DELETED', 'entity is deleted')
  return change(call, world, record, row.values)
}

const change = (call: ApiCall, world: CrmWorld, record: StoredRecord, values: Values): Served => {
  const error = checkRow(world, call.user, record.object, values, record)
  if (error) return error
  world.store.update(record.id, trimmed(values))
  return { id: record.id, isNew: false }
}

const upsert = (
  call: ApiCall,
  world: CrmWorld,
  row: IncomingRow & { key: string; name: string },
): Served => {
  if (row.id !== undefined)
    return rowError('INVALID_FIELD_FOR_INSERT_UPDATE', 'cannot specify Id in an upsert', ['Id'])
  const matches = world.store
    .withValue(row.object, row.name, row.key)
    .filter(({ values }) => values[row.name] === row.key)
  const [match, other] = matches
  if (other)
    return rowError(
      'DUPLICATE_EXTERNAL_ID',
      `${row.name}: more than one record found for external id field: [${matches.map(({ id }) => id).join(', ')}]`,
    )
  return match
    ? change(call, world, match, row.values)
    : create(call, world, row.object, row.values)
}

/** Salesforce stores texts without the blanks around them, and nothing instead of an empty text. */
const trimmed = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.trim() || null : value,
    ]),
  )
