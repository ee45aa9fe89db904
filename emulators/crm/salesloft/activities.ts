import type { CrmActivity } from '../core/types.ts'
import type { CrmWorld } from '../core/world.ts'
import { bodyOf, invalid, notFound, refuseUnknown, type On } from './gate.ts'
import { byIds, equals, listAnswer, textOf, type Item } from './lists.ts'
import { guidOf } from './team.ts'
import { noteView, taskView } from './views.ts'

/** Notes of accounts and people, and tasks of people. */
export const activityRoutes = (on: On, world: CrmWorld): void => {
  const api = (): string => `${world.url()}/v2`
  const live = (object: string): CrmActivity[] =>
    Object.values(world.state.activities).filter(
      (each) => each.object === object && !each.isDeleted,
    )
  const find = (object: string, id: string): CrmActivity => {
    const activity = live(object).find((each) => each.id === id)
    if (!activity) throw notFound()
    return activity
  }

  on('GET', '/notes', 'notes:read', ({ query }) => ({
    status: 200,
    body: listAnswer(
      live('note').map((note) => noteView(note, api())),
      query,
      {
        ...byIds,
        associated_with_type: equals('associated_type'),
        associated_with_id: (item, values) =>
          values.includes(String(Object(item['associated_with']).id)),
      },
    ),
  }))
  on('POST', '/notes', 'notes:write', (call) => {
    const note = newNote(world, bodyOf(call), call.user.id)
    return { status: 200, body: { data: noteView(add(world, note), api()) } }
  })
  on('PUT', '/notes/:id', 'notes:write', (call) => {
    const note = find('note', call.param('id'))
    const body = bodyOf(call)
    refuseUnknown(body, new Set(['content', 'call_id']))
    if (typeof body['content'] !== 'string' || body['content'] === '')
      throw invalid({ content: ["can't be blank"] })
    Object.assign(note, { text: body['content'], updatedAt: world.now() })
    return { status: 200, body: { data: noteView(note, api()) } }
  })

  on('GET', '/tasks', 'tasks:read', ({ query }) => {
    const tasks = new Map(live('task').map((task) => [Number(task.id), task]))
    return {
      status: 200,
      body: listAnswer(
        [...tasks.values()].map((task) => taskView(task, api())),
        query,
        {
          ...byIds,
          idempotency_key: ({ id }: Item, values) =>
            values.includes(String(tasks.get(id)?.values['idempotency_key'])),
          person_id: (item, values) => values.includes(String(Object(item['person']).id)),
        },
      ),
    }
  })
  on('POST', '/tasks', 'tasks:write', (call) => {
    const body = bodyOf(call)
    refuseUnknown(body, new Set([...taskParameters, 'idempotency_key']))
    const key = body['idempotency_key']
    checkTask(world, body)
    // [?] How it answers a key that it has is not documented.
    if (key !== undefined && live('task').some(({ values }) => values['idempotency_key'] === key))
      throw invalid({ idempotency_key: ['has already been taken'] })
    const task = add(world, {
      object: 'task',
      subject: textOf(body['subject']),
      text: textOf(body['description']),
      company: null,
      person: textOf(body['person_id']),
      values: body,
    })
    return { status: 200, body: { data: taskView(task, api()) } }
  })
  on('PUT', '/tasks/:id', 'tasks:write', (call) => {
    const task = find('task', call.param('id'))
    const body = bodyOf(call)
    refuseUnknown(body, taskParameters)
    const values = { ...task.values, ...body }
    checkTask(world, values)
    Object.assign(task, {
      subject: textOf(values['subject']),
      text: textOf(values['description']),
      values,
      updatedAt: world.now(),
    })
    return { status: 200, body: { data: taskView(task, api()) } }
  })
}

const taskParameters: ReadonlySet<string> = new Set([
  'subject',
  'person_id',
  'user_id',
  'task_type',
  'due_date',
  'current_state',
  'description',
])

type NewActivity = Omit<CrmActivity, 'id' | 'createdAt' | 'updatedAt'>

const add = (world: CrmWorld, activity: NewActivity): CrmActivity => {
  const id = String(9_100_000 + world.store.nextId())
  const at = world.now()
  const stored = { ...activity, id, createdAt: at, updatedAt: at, isDeleted: false }
  world.state.activities[id] = stored
  return stored
}

const newNote = (world: CrmWorld, body: Record<string, unknown>, callerId: string): NewActivity => {
  refuseUnknown(
    body,
    new Set([
      'content',
      'subject',
      'associated_with_type',
      'associated_with_id',
      'skip_crm_sync',
      'user_guid',
    ]),
  )
  const { content, subject, associated_with_type: type, user_guid: guid } = body
  const id = textOf(body['associated_with_id'])
  if (typeof content !== 'string' || content === '') throw invalid({ content: ["can't be blank"] })
  if (type !== 'account' && type !== 'person')
    throw invalid({ associated_with_type: ['is invalid'] })
  if (!world.store.live(type, id)) throw invalid({ associated_with: ['must exist'] })
  const user =
    guid === undefined
      ? world.users.find((each) => each.id === callerId)
      : world.users.find((each) => guidOf(each) === guid)
  if (!user) throw invalid({ user: ['must exist'] })
  return {
    object: 'note',
    subject: typeof subject === 'string' ? subject : '',
    text: content,
    company: type === 'account' ? id : companyOf(world, id),
    person: type === 'person' ? id : null,
    values: { user_id: user.id },
  }
}

/** A person's notes show at its account. */
const companyOf = (world: CrmWorld, person: string): string | null => {
  const account = world.store.live('person', person)?.values['account_id']
  return typeof account === 'string' ? account : null
}

const checkTask = (world: CrmWorld, body: Readonly<Record<string, unknown>>): void => {
  if (typeof body['subject'] !== 'string' || body['subject'] === '')
    throw invalid({ subject: ["can't be blank"] })
  if (!world.store.live('person', textOf(body['person_id'])))
    throw invalid({ person: ['must exist'] })
  if (!world.users.some(({ id }) => id === textOf(body['user_id'])))
    throw invalid({ user: ['must exist'] })
  if (!/^\d{4}-\d\d-\d\d$/.test(textOf(body['due_date'])))
    throw invalid({ due_date: ['is invalid'] })
  if (!['call', 'email', 'general'].includes(textOf(body['task_type'])))
    throw invalid({ task_type: ['is invalid'] })
}
