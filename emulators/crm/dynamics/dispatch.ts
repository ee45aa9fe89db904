import { dayMs } from '../../../contract/core/days.ts'
import type { CrmAnswer, CrmUser } from '../core/world.ts'
import { isActivitySet, patchActivity } from './activities.ts'
import { badRequest, doesNotExist, notEmulated, refused } from './errors.ts'
import { listAnswer, refuseFilterWithTracking, selectOf, viewOf, type ListItem } from './lists.ts'
import { metadataAnswer } from './metadata.ts'
import type { Environment, Operation } from './operation.ts'
import { createRecord, deleteRecord, etagOf, patchRecord } from './records.ts'
import { isMember, mayWrite, organizationId, timeZone } from './team.ts'
import { isThere, parseAddress, readName, recordOf, rowOf, tableOfSet, type Row } from './tables.ts'

/** Serves a call or a row of a batch. Throws CrmRefused. */
export const dispatch = (environment: Environment, operation: Operation): CrmAnswer => {
  const { method, path, query, user } = operation
  if (!isMember(user))
    throw refused(403, '0x80072560', 'The user is not a member of the organization.')
  if (method === 'GET') {
    if (path === '/WhoAmI') return { status: 200, body: currentUser(user) }
    const metadata = metadataAnswer(environment.world, path, query)
    if (metadata) return metadata
  } else if (!mayWrite(user)) {
    throw refused(
      403,
      '0x80040220',
      `Principal user (Id=${user.id}, type=8) is missing prvWrite privilege.`,
    )
  }
  const { set, id } = parseAddress(path)
  if (isActivitySet(set) && method === 'PATCH' && id !== null)
    return patchActivity(environment, set, id, operation)
  const table = tableOfSet[set]
  if (table !== undefined) return serveTable(environment, table, id, operation)
  if (method !== 'GET') throw notEmulated(`${method} ${path}`)
  return serveSystem(environment, set, id, operation)
}

const currentUser = ({ id }: CrmUser): object => ({
  BusinessUnitId: organizationId,
  UserId: id,
  OrganizationId: organizationId,
})

const serveTable = (
  environment: Environment,
  table: string,
  id: string | null,
  operation: Operation,
): CrmAnswer => {
  const { world } = environment
  const { method, query } = operation
  if (method === 'POST' && id === null) return createRecord(environment, table, null, operation)
  if (method === 'PATCH' && id !== null) return patchRecord(environment, table, id, operation)
  if (method === 'DELETE' && id !== null) return deleteRecord(environment, table, id)
  if (method !== 'GET') throw notEmulated(`${method} ${operation.path}`)
  const properties = new Set((world.state.fields[table] ?? []).map(readName))
  if (id === null) return listTable(environment, table, properties, operation)
  const record = recordOf(world, table, id)
  if (!record) throw doesNotExist(table, id)
  const select = selectOf({ query, properties, table })
  const item = { row: rowOf(record), etag: etagOf(environment, record) }
  return { status: 200, body: viewOf(item, select) }
}

const listTable = (
  environment: Environment,
  table: string,
  properties: ReadonlySet<string>,
  { query, prefer, address }: Operation,
): CrmAnswer => {
  const { world, versions } = environment
  const own = address(`${table}s`)
  const records = world.store.all(table)
  const itemOf = (record: (typeof records)[number]): ListItem => ({
    row: rowOf(record),
    etag: etagOf(environment, record),
  })
  const isTracked = prefer.includes('odata.track-changes') || query.has('$deltatoken')
  if (!isTracked)
    return listAnswer({
      table,
      properties,
      query,
      prefer,
      address: own,
      items: records.filter(isThere).map(itemOf),
    })
  refuseFilterWithTracking(query)
  const select = query.get('$select')
  const link = (start: string): string =>
    `${own}?${new URLSearchParams({
      ...(select !== null && { $select: select }),
      $deltatoken: `${start}!${world.now()}`,
    }).toString()}`
  const since = sinceOf(query.get('$deltatoken'), world.now())
  const changed = records.filter((record) => since === null || versions.of(record) > since)
  const removed = changed.filter((record) => !isThere(record))
  const answer = listAnswer({
    table,
    properties,
    query,
    prefer,
    address: own,
    items: changed.filter(isThere).map(itemOf),
    start: String(versions.latest()),
    deltaOf: link,
  })
  return since === null
    ? answer
    : withRemoved(
        answer,
        own,
        removed.map(({ id }) => id),
      )
}

const weekMs = 7 * dayMs

const sinceOf = (token: string | null, now: number): number | null => {
  if (token === null) return null
  const [version, at] = token.split('!').map(Number)
  if (version === undefined || at === undefined || Number.isNaN(version + at))
    throw badRequest('0x80060888', 'The delta token is not valid.')
  if (now - at > weekMs)
    throw badRequest(
      '0x80044352',
      'Version stamp associated with the client has expired. Please perform a full sync.',
    )
  return version
}

/** With the last page. */
const withRemoved = (answer: CrmAnswer, address: string, ids: readonly string[]): CrmAnswer => {
  const body: Row = { ...Object(answer.body) }
  const value = body['value']
  if (!Array.isArray(value) || body['@odata.nextLink'] !== undefined) return answer
  const removed = ids.map((id) => ({
    '@odata.context': `${address.replace(/\/[^/]*$/, '')}/$metadata#deleted`,
    id,
    reason: 'deleted',
  }))
  return { ...answer, body: { ...body, value: [...value, ...removed] } }
}

const serveSystem = (
  { world }: Environment,
  set: string,
  id: string | null,
  { query, prefer, address }: Operation,
): CrmAnswer => {
  const rows = systemRows(world.users)[set]
  if (!rows) throw refused(404, '0x80060888', `Resource not found for the segment '${set}'.`)
  const properties = new Set(rows.flatMap((row) => Object.keys(row)))
  if (id === null)
    return listAnswer({
      table: set,
      properties,
      query,
      prefer,
      address: address(set),
      items: rows.map((row) => ({ row })),
    })
  const row = rows.find((each) => each['systemuserid'] === id)
  if (!row) throw doesNotExist(set, id)
  return { status: 200, body: viewOf({ row }, selectOf({ query, properties, table: set })) }
}

const systemRows = (users: readonly CrmUser[]): Readonly<Record<string, readonly Row[]>> => ({
  organizations: [{ organizationid: organizationId, name: 'harbour', languagecode: 1033 }],
  systemusers: users.map((user) => ({
    systemuserid: user.id,
    fullname: user.name,
    internalemailaddress: user.email,
    isdisabled: !user.isActive,
    accessmode: 0,
  })),
  usersettingscollection: users.map(({ id }) => ({
    systemuserid: id,
    timezonecode: timeZone.code,
  })),
  timezonedefinitions: [
    { timezonecode: timeZone.code, standardname: timeZone.name },
    { timezonecode: 290, standardname: 'New Zealand Standard Time' },
  ],
})
