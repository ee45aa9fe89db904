import type { ApiCall } from '../core/app.ts'
import type { FieldDefinition, StoredRecord } from '../core/state.ts'
import type { CrmAnswer, CrmWorld } from '../core/world.ts'
import { refuse } from './errors.ts'
import { compile, type Read } from './evaluate.ts'
import { field, visibleField } from './fields.ts'
import { dataPath, type On } from './gate.ts'
import { organizationId } from './sign-in.ts'
import { parseSoql, type Soql } from './soql.ts'
import { textOf, timeOf, valueOf } from './values.ts'

type Row = { read: Read; isDeleted: boolean }

const perPage = 2_000

/**
 * Queries of the shapes of `soql.ts`. A page goes on by its locator, whose rows do not change meanwhile. Node refuses addresses as long as
 * Salesforce does: 16 KiB.
 */
export const queryRoutes = (on: On, world: CrmWorld): void => {
  const locators = new Map<string, { total: number; rows: readonly object[] }>()
  let number = 0
  const pageOf = (total: number, rows: readonly object[]): CrmAnswer => {
    const records = rows.slice(0, perPage)
    const rest = rows.slice(perPage)
    if (rest.length === 0) return { status: 200, body: { totalSize: total, done: true, records } }
    number += 1
    const locator = `01g5g00000${String(number).padStart(8, '0')}-${total - rest.length}`
    locators.set(locator, { total, rows: rest })
    return {
      status: 200,
      body: {
        totalSize: total,
        done: false,
        nextRecordsUrl: `${dataPath}/query/${locator}`,
        records,
      },
    }
  }
  for (const resource of ['query', 'queryAll'] as const)
    on('GET', `/${resource}`, (call) => {
      const soql = call.query.get('q')
      if (soql === null) throw refuse(400, 'MALFORMED_QUERY', 'unexpected token: <EOF>')
      const rows = evaluate(call, world, parseSoql(soql), resource === 'queryAll')
      return pageOf(rows.length, rows)
    })
  on('GET', '/query/:locator', (call) => {
    const page = locators.get(call.param('locator'))
    if (!page) throw refuse(400, 'INVALID_QUERY_LOCATOR', 'invalid query locator')
    return pageOf(page.total, page.rows)
  })
}

const evaluate = (
  call: ApiCall,
  world: CrmWorld,
  { fields, object, where, orderBy, limit }: Soql,
  isAll: boolean,
): readonly object[] => {
  const fieldOf = (name: string): FieldDefinition => {
    const found = systemFields[object]
      ? systemFields[object].find((each) => each.name === name)
      : visibleField(world, object, name, call.user.id)
    if (found) return found
    throw refuse(
      400,
      'INVALID_FIELD',
      `\nSELECT ${fields.join(', ').slice(0, 60)}\nERROR at Row:1:Column:8\nNo such column '${name}' on entity '${object}'. If you are attempting to use a custom field, append the '__c' after the custom field name.`,
    )
  }
  if (!systemFields[object] && !world.state.fields[object])
    throw refuse(400, 'INVALID_TYPE', `sObject type '${object}' is not supported.`)
  const selected = fields.map(fieldOf)
  const fits = where ? compile(where, fieldOf) : () => true
  const order = orderBy.map(fieldOf)
  return rowsOf(world, object)
    .filter((row) => (isAll || !row.isDeleted) && fits(row.read))
    .toSorted((a, b) => compareBy(order, a.read, b.read))
    .slice(0, limit ?? undefined)
    .map(({ read }) => ({
      attributes: { type: object, url: `${dataPath}/sobjects/${object}` },
      ...Object.fromEntries(selected.map((each) => [each.name, read(each)])),
    }))
}

const compareBy = (order: readonly FieldDefinition[], a: Read, b: Read): number => {
  for (const each of order) {
    const [first, second] = [textOf(a(each)), textOf(b(each))]
    if (first !== second) return first < second ? -1 : 1
  }
  return 0
}

/** Without ORDER BY no order is promised: here the newest comes first. */
const rowsOf = (world: CrmWorld, object: string): readonly Row[] => {
  if (object === 'User')
    return world.users.map(({ id, name, email, isActive }) =>
      plainRow({ Id: id, Name: name, Email: email, IsActive: isActive, UserType: 'Standard' }),
    )
  if (object === 'Organization')
    return [plainRow({ Id: organizationId, Name: 'Harbour Sales', IsSandbox: false })]
  if (object === 'Task')
    return Object.values(world.state.activities).map((task) => ({
      isDeleted: task.isDeleted,
      read: ({ name }) => {
        if (name === 'Id') return task.id
        if (name === 'IsDeleted') return task.isDeleted
        if (name === 'CreatedDate') return timeOf(task.createdAt)
        if (name === 'SystemModstamp' || name === 'LastModifiedDate') return timeOf(task.updatedAt)
        return task.values[name] ?? null
      },
    }))
  return world.store
    .all(object)
    .toReversed()
    .map((record: StoredRecord) => ({
      isDeleted: record.isDeleted,
      read: (each) => valueOf(record, each),
    }))
}

const plainRow = (values: Record<string, unknown>): Row => ({
  isDeleted: false,
  read: ({ name }) => values[name] ?? null,
})

const systemFields: Readonly<Record<string, readonly FieldDefinition[]>> = {
  User: [
    field('Id', 'User ID', 'id'),
    field('Name', 'Full Name', 'string'),
    field('Email', 'Email', 'email'),
    field('IsActive', 'Active', 'boolean'),
    field('UserType', 'User Type', 'picklist'),
  ],
  Organization: [
    field('Id', 'Organization ID', 'id'),
    field('Name', 'Name', 'string'),
    field('IsSandbox', 'Is Sandbox', 'boolean'),
  ],
}
