import type { ApiCall } from '../core/app.ts'
import type { StoredRecord } from '../core/state.ts'
import type { CrmAnswer, CrmWorld } from '../core/world.ts'
import { bodyOf, invalid, notFound, refuseUnknown, type On } from './gate.ts'
import { byIds, equals, listAnswer, textOf, type Filters, type Item } from './lists.ts'
import { checkValues } from './validation.ts'
import { accountView, personView, writable } from './views.ts'

export type Kind = {
  object: 'account' | 'person'
  path: '/accounts' | '/people'
  scope: 'accounts' | 'people'
  upsertPath: string
  keyField: 'domain' | 'email_address'
  view: (record: StoredRecord, api: string) => Item
  filters: Filters
}

/** Accounts and people: lists, creates, updates, upserts and deletions. */
export const recordRoutes = (on: On, world: CrmWorld): void => {
  for (const kind of kinds) {
    const { object, path, scope, view, upsertPath } = kind
    const live = (id: string): StoredRecord => {
      const record = world.store.live(object, id)
      if (!record) throw notFound()
      return record
    }
    const show = (record: StoredRecord): Item => view(record, `${world.url()}/v2`)
    const answer = (record: StoredRecord): CrmAnswer => ({
      status: 200,
      body: { data: show(record) },
    })
    on('GET', path, `${scope}:read`, ({ query }) => ({
      status: 200,
      body: listAnswer(
        candidates(world, kind, query)
          .filter(({ isDeleted }) => !isDeleted)
          .map(show),
        query,
        kind.filters,
      ),
    }))
    on('GET', `${path}/:id`, `${scope}:read`, (call) => answer(live(call.param('id'))))
    on('POST', path, `${scope}:write`, (call) => answer(create(world, kind, bodyOf(call))))
    on('PUT', `${path}/:id`, `${scope}:write`, (call) =>
      answer(update(world, kind, live(call.param('id')), bodyOf(call))),
    )
    on('POST', upsertPath, `${scope}:write`, (call) => {
      const { record, type } = upsert(world, kind, call)
      return { status: 200, body: { data: { upsert_type: type, [object]: show(record) } } }
    })
    on('DELETE', `${path}/:id`, `${scope}:write`, (call) => {
      world.store.remove(live(call.param('id')).id)
      world.calls.countDelete()
      return { status: 204 }
    })
  }
}

/** Few of many thousand, where an index has what a filter names. */
const candidates = (
  { store }: CrmWorld,
  { object, filters }: Kind,
  query: URLSearchParams,
): StoredRecord[] => {
  const ids = query.getAll('ids[]')
  if (ids.length > 0) return ids.flatMap((id) => store.live(object, id) ?? [])
  const [parameter, field] =
    indexed.find(([name]) => query.has(name) && Object.hasOwn(filters, name.replace('[]', ''))) ??
    []
  const [own, key] = [...query.keys()].flatMap((name) => ownPattern.exec(name) ?? [])
  if (own !== undefined && key !== undefined)
    return store
      .all(object)
      .filter(({ values }) =>
        ownField({ id: 0, custom_fields: values['custom_fields'] }, query.getAll(own), key),
      )
  if (parameter === undefined || field === undefined) return store.all(object)
  return [...new Set(query.getAll(parameter))].flatMap((value) =>
    store.withValue(object, field, value),
  )
}

const ownPattern = /^custom_fields\[(.+)\]$/

/** Parameters that compare with one field. */
const indexed = [
  ['domain', 'domain'],
  ['website[]', 'website'],
  ['email_addresses[]', 'email_address'],
] as const

const has = (item: Item, names: readonly string[], values: readonly string[]): boolean =>
  names.some((name) => {
    const value = item[name]
    return (
      typeof value === 'string' && values.some((each) => each.toLowerCase() === value.toLowerCase())
    )
  })

const ownField = (item: Item, [wanted = '']: readonly string[], key: string): boolean =>
  String(Object(item['custom_fields'])[key] ?? '').toLowerCase() === wanted.toLowerCase()

const kinds: readonly Kind[] = [
  {
    object: 'account',
    path: '/accounts',
    scope: 'accounts',
    upsertPath: '/account_upserts',
    keyField: 'domain',
    view: accountView,
    filters: {
      ...byIds,
      domain: equals('domain'),
      website: equals('website'),
      name: equals('name'),
      custom_fields: ownField,
    },
  },
  {
    object: 'person',
    path: '/people',
    scope: 'people',
    upsertPath: '/person_upserts',
    keyField: 'email_address',
    view: personView,
    filters: {
      ...byIds,
      email_addresses: (item, values) => has(item, ['email_address'], values),
      account_id: (item, values) => values.includes(String(Object(item['account']).id)),
      custom_fields: ownField,
    },
  },
]

const create = (world: CrmWorld, kind: Kind, body: Record<string, unknown>): StoredRecord => {
  refuseUnknown(body, writable[kind.object] ?? new Set())
  checkValues(world, kind, body, undefined)
  return world.store.create(kind.object, stored(body), 'api')
}

const update = (
  world: CrmWorld,
  kind: Kind,
  record: StoredRecord,
  body: Record<string, unknown>,
): StoredRecord => {
  refuseUnknown(body, writable[kind.object] ?? new Set())
  checkValues(world, kind, { ...record.values, ...body }, record)
  // [?] Whether own fields that are absent stay is not documented: here they go, which is the worse for a client.
  return world.store.update(record.id, stored(body))
}

const upsert = (
  world: CrmWorld,
  kind: Kind,
  call: ApiCall,
): { record: StoredRecord; type: 'create' | 'update' } => {
  const { upsert_key: key, id, ...body } = bodyOf(call)
  if (key === undefined) return { record: create(world, kind, body), type: 'create' }
  const value = key === 'id' ? id : body[textOf(key)]
  if ((key !== 'id' && key !== kind.keyField) || value === undefined)
    throw invalid({ upsert_key: ['is invalid'] })
  const matches =
    key === 'id'
      ? [world.store.live(kind.object, textOf(value))].filter((each) => each !== undefined)
      : world.store.withValue(kind.object, kind.keyField, textOf(value))
  if (matches.length > 1) throw invalid({ upsert_key: ['matches several records'] })
  const [match] = matches
  if (match) return { record: update(world, kind, match, body), type: 'update' }
  if (key === 'id') throw notFound()
  return { record: create(world, kind, body), type: 'create' }
}

/** Ids are text in the store; own fields without a value are not shown. */
const stored = (body: Record<string, unknown>): Record<string, unknown> => {
  const values = { ...body }
  for (const name of ['owner_id', 'account_id'])
    if (typeof values[name] === 'number') values[name] = textOf(values[name])
  const own = values['custom_fields']
  if (own !== null && typeof own === 'object')
    values['custom_fields'] = Object.fromEntries(
      Object.entries(own).filter(([, value]) => value !== null && value !== ''),
    )
  return values
}
