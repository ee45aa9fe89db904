import type { CrmActivity } from '../core/types.ts'
import type { CrmWorld } from '../core/world.ts'
import { activityKeys } from './company.ts'
import type { On } from './gate.ts'
import { pageOf, refuseParameters, secondOf, textOf, timeOf, timeParameter } from './lists.ts'
import { invalid, notFound } from './refusals.ts'

type Values = Record<string, unknown>

export const activityRoutes = (on: On, world: CrmWorld): void => {
  const rule = { tokens: 5, scopes: ['activities:full'] }
  const live = (): CrmActivity[] =>
    Object.values(world.state.activities).filter(
      ({ object, isDeleted }) => object === 'activity' && !isDeleted,
    )
  on('GET', '/v2/activities', { ...rule, tokens: 10 }, ({ query }) => {
    refuseParameters(query, ['limit', 'cursor', 'org_id', 'person_id', 'updated_since'])
    const since = timeParameter(query, 'updated_since') ?? 0
    const org = query.get('org_id')
    const person = query.get('person_id')
    const found = live().filter(
      (activity) =>
        (org === null || activity.company === org) &&
        (person === null || activity.person === person) &&
        secondOf(activity.updatedAt) >= since,
    )
    return { status: 200, body: pageOf(found.map(activityView), query) }
  })
  on('POST', '/v2/activities', rule, ({ body, user }) => {
    const values = check(world, { owner_id: Number(user.id), done: false, ...Object(body) })
    if (typeof values['type'] !== 'string') throw invalid('type: Required')
    const id = String(world.store.nextId())
    const at = world.now()
    const activity = { id, ...stored(values), createdAt: at, updatedAt: at, isDeleted: false }
    world.state.activities[id] = activity
    return { status: 201, body: { success: true, data: activityView(activity) } }
  })
  on('PATCH', '/v2/activities/:id', rule, (call) => {
    const activity = live().find(({ id }) => id === call.param('id'))
    if (!activity) throw notFound()
    const values = check(world, { ...activity.values, ...Object(call.body) })
    Object.assign(activity, stored(values), { updatedAt: world.now() })
    return { status: 200, body: { success: true, data: activityView(activity) } }
  })
}

/** Comments and tags of scripts do not survive; nothing else is cleaned. */
export const sanitise = (html: string): string => {
  const [start = '', ...rest] = html.split('<!--')
  const visible = rest.map((part) => part.split('-->').slice(1).join('-->'))
  return [start, ...visible].join('').replaceAll(/<\/?(?:script|style|iframe)\b/gi, '<span')
}

const known = new Set([
  'subject',
  'type',
  'done',
  'due_date',
  'due_time',
  'duration',
  'owner_id',
  'org_id',
  'participants',
  'note',
])

const check = (world: CrmWorld, values: Values): Values => {
  for (const name of Object.keys(values))
    if (!known.has(name))
      throw invalid(name === 'person_id' ? 'person_id: read-only' : `${name}: Unknown field`)
  const { type, done, due_date: day, due_time: time, org_id: org, owner_id: owner } = values
  if (type !== undefined && !activityKeys(world).includes(textOf(type)))
    throw invalid('type: Invalid activity type')
  if (typeof done !== 'boolean') throw invalid('done: Expected boolean')
  if (day !== undefined && !/^\d{4}-\d\d-\d\d$/.test(textOf(day)))
    throw invalid('due_date: Invalid')
  if (time !== undefined && !/^\d\d:\d\d(?::\d\d)?$/.test(textOf(time)))
    throw invalid('due_time: Invalid')
  if (org !== undefined && org !== null && !isRecord(world, 'organization', org))
    throw invalid('org_id: Organization not found')
  if (!world.users.some(({ id }) => typeof owner === 'number' && id === String(owner)))
    throw invalid('owner_id: User not found')
  for (const participant of participantsOf(values))
    if (!isRecord(world, 'person', Object(participant).person_id))
      throw invalid('participants: Person not found')
  return values
}

const participantsOf = ({ participants }: Values): readonly unknown[] => {
  if (participants === undefined) return []
  if (!Array.isArray(participants)) throw invalid('participants: Expected array')
  return participants
}

const isRecord = ({ store }: CrmWorld, object: string, id: unknown): boolean =>
  typeof id === 'number' && store.live(object, String(id)) !== undefined

const stored = (values: Values) => {
  const primary = participantsOf(values).find((each) => Object(each).primary === true)
  const org = values['org_id']
  return {
    object: 'activity',
    subject: textOf(values['subject']),
    text: sanitise(textOf(values['note'])),
    company: typeof org === 'number' ? String(org) : null,
    person: primary === undefined ? null : String(Object(primary).person_id),
    values,
  }
}

const activityView = ({
  id,
  subject,
  text,
  person,
  values,
  createdAt,
  updatedAt,
}: CrmActivity) => ({
  ...values,
  id: Number(id),
  subject,
  note: text || null,
  person_id: person === null ? null : Number(person),
  is_deleted: false,
  add_time: timeOf(createdAt),
  update_time: timeOf(updatedAt),
})
