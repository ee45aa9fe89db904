import type { StoredRecord } from '../core/state.ts'
import type { CrmWorld } from '../core/world.ts'
import type { On } from './gate.ts'
import {
  cursorOf,
  limitOf,
  readCursor,
  refuseParameters,
  secondOf,
  timeParameter,
} from './lists.ts'
import { invalid, notFound } from './refusals.ts'
import { checkedValues } from './validation.ts'
import { recordView } from './views.ts'

const objects = [
  ['organization', '/v2/organizations'],
  ['person', '/v2/persons'],
] as const

/** Organisations and persons: no upsert, no batch, no check for doubles. */
export const recordRoutes = (on: On, world: CrmWorld): void => {
  const { store } = world
  for (const [object, path] of objects) {
    const reading = ['contacts:read', 'contacts:full']
    const writing = ['contacts:full']
    const live = (id: string): StoredRecord => {
      const record = store.live(object, id)
      if (!record) throw notFound()
      return record
    }
    const answer = (record: StoredRecord, status = 200) => ({
      status,
      body: { success: true, data: recordView(world, record), additional_data: null },
    })
    on('GET', path, { tokens: 10, scopes: reading }, ({ query }) => ({
      status: 200,
      body: listOf(world, object, query),
    }))
    on('GET', `${path}/:id`, { tokens: 1, scopes: reading }, (call) =>
      answer(live(call.param('id'))),
    )
    on('POST', path, { tokens: 5, scopes: writing }, ({ body, user }) => {
      const values = checkedValues(world, object, body)
      if (typeof values['name'] !== 'string') throw invalid('name: Required')
      const owner = { owner_id: Number(user.id), visible_to: 3, ...values }
      return answer(store.create(object, owner, 'api'), 201)
    })
    on('PATCH', `${path}/:id`, { tokens: 5, scopes: writing }, (call) => {
      const record = live(call.param('id'))
      const values = checkedValues(world, object, call.body)
      if (values['name'] === null) throw invalid('name: Required')
      return answer(store.update(record.id, values))
    })
    on('DELETE', `${path}/:id`, { tokens: 3, scopes: writing }, (call) => {
      const record = live(call.param('id'))
      store.remove(record.id)
      world.calls.countDelete()
      return { status: 200, body: { success: true, data: { id: Number(record.id) } } }
    })
  }
}

const parameters = [
  'limit',
  'cursor',
  'ids',
  'owner_id',
  'updated_since',
  'updated_until',
  'sort_by',
  'sort_direction',
  'custom_fields',
]

/** Deleted records do not show. */
const listOf = (world: CrmWorld, object: string, query: URLSearchParams): object => {
  refuseParameters(query, object === 'person' ? [...parameters, 'org_id'] : parameters)
  const ids = query.get('ids')?.split(',')
  const codes = query.get('custom_fields')?.split(',')
  if (ids && ids.length > 100) throw invalid('ids: at most 100')
  if (codes && codes.length > 15) throw invalid('custom_fields: at most 15')
  const since = timeParameter(query, 'updated_since')
  const until = timeParameter(query, 'updated_until')
  const limit = limitOf(query, 500)
  const sortBy = query.get('sort_by') ?? 'id'
  if (!['id', 'update_time', 'add_time'].includes(sortBy)) throw invalid('sort_by: Invalid option')
  const direction = query.get('sort_direction') === 'desc' ? -1 : 1
  const rankOf = (record: StoredRecord): Rank => {
    const at = sortBy === 'update_time' ? record.updatedAt : record.createdAt
    return { at: sortBy === 'id' ? 0 : secondOf(at), id: Number(record.id) }
  }
  const after = readRank(query)
  const found = world.store
    .all(object)
    .filter(
      ({ id, isDeleted, updatedAt, values }) =>
        !isDeleted &&
        (ids === undefined || ids.includes(id)) &&
        (since === undefined || secondOf(updatedAt) >= since) &&
        (until === undefined || secondOf(updatedAt) < until) &&
        isEqual(query.get('owner_id'), values['owner_id']) &&
        isEqual(query.get('org_id'), values['org_id']),
    )
    .map((record) => ({ record, rank: rankOf(record) }))
    .toSorted((a, b) => compare(a.rank, b.rank) * direction)
    .filter(({ rank }) => after === undefined || compare(rank, after) * direction > 0)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    success: true,
    data: page.map(({ record }) => recordView(world, record, codes)),
    additional_data: {
      next_cursor: last && found.length > limit ? cursorOf(last.rank) : null,
    },
  }
}

type Rank = { at: number; id: number }

const readRank = (query: URLSearchParams): Rank | undefined => {
  const cursor = readCursor(query)
  if (cursor === undefined) return undefined
  const { at, id } = Object(cursor)
  if (typeof at !== 'number' || typeof id !== 'number') throw invalid('cursor: Invalid')
  return { at, id }
}

const compare = (a: Rank, b: Rank): number => a.at - b.at || a.id - b.id

const isEqual = (wanted: string | null, value: unknown): boolean =>
  wanted === null || wanted === String(value)
