import type { CrmActivity } from '../core/types.ts'
import type { CrmWorld } from '../core/world.ts'
import { sanitise } from './activities.ts'
import type { On } from './gate.ts'
import { refuseParameters, secondOf, textOf, timeOf, timeParameter } from './lists.ts'
import { notEmulated, refusal } from './refusals.ts'

/** Notes, of version 1: pages by number, times with a space. */
export const noteRoutes = (on: On, world: CrmWorld): void => {
  const scopes = ['contacts:full', 'deals:full']
  const live = (): CrmActivity[] =>
    Object.values(world.state.activities).filter(
      ({ object, isDeleted }) => object === 'note' && !isDeleted,
    )
  on('GET', '/v1/notes', { tokens: 20, scopes }, ({ query }) => {
    refuseParameters(query, ['start', 'limit', 'org_id', 'person_id', 'updated_since', 'sort'])
    const sort = query.get('sort') ?? 'id ASC'
    if (!/^id (?:ASC|DESC)$/.test(sort)) throw notEmulated(`sort ${sort}`)
    const since = timeParameter(query, 'updated_since') ?? 0
    const [org, person] = [query.get('org_id'), query.get('person_id')]
    const found = live()
      .filter(
        (note) =>
          (org === null || note.company === org) &&
          (person === null || note.person === person) &&
          secondOf(note.updatedAt) >= since,
      )
      .toSorted((a, b) => (Number(a.id) - Number(b.id)) * (sort.endsWith('DESC') ? -1 : 1))
    const start = Number(query.get('start') ?? 0)
    const limit = Number(query.get('limit') ?? 100)
    const end = start + limit
    return {
      status: 200,
      body: {
        success: true,
        // Version 1 answers null instead of an empty list.
        data: found.length === 0 ? null : found.slice(start, end).map(noteView),
        additional_data: {
          pagination: { start, limit, more_items_in_collection: end < found.length },
        },
      },
    }
  })
  on('POST', '/v1/notes', { tokens: 10, scopes }, ({ body }) => {
    const values: Record<string, unknown> = { ...Object(body) }
    const { content, org_id: org, person_id: person, add_time: time, ...others } = values
    const [other] = Object.keys(others)
    if (other !== undefined) throw notEmulated(`parameter ${other}`)
    if (typeof content !== 'string' || content === '') throw badNote('content is required')
    const company = idOf(world, 'organization', org)
    const contact = idOf(world, 'person', person)
    if (company === null && contact === null)
      throw badNote('One of deal_id, org_id, person_id must be set')
    if (time !== undefined && !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(textOf(time)))
      throw badNote('add_time is invalid')
    const id = String(world.store.nextId())
    const at = world.now()
    const note = {
      id,
      object: 'note',
      subject: '',
      text: sanitise(content),
      company,
      person: contact,
      values: { add_time: time ?? spaced(at) },
      createdAt: at,
      updatedAt: at,
      isDeleted: false,
    }
    world.state.activities[id] = note
    return { status: 201, body: { success: true, data: noteView(note) } }
  })
  on('PUT', '/v1/notes/:id', { tokens: 10, scopes }, (call) => {
    const note = live().find(({ id }) => id === call.param('id'))
    if (!note) throw refusal(404, 'Note not found', 'ERR_NOT_FOUND')
    const { content, ...others } = Object(call.body)
    const [other] = Object.keys(others)
    if (other !== undefined) throw notEmulated(`parameter ${other}`)
    if (typeof content !== 'string' || content === '') throw badNote('content is required')
    Object.assign(note, { text: sanitise(content), updatedAt: world.now() })
    return { status: 200, body: { success: true, data: noteView(note) } }
  })
}

const badNote = (text: string) => refusal(400, text, 'ERR_BAD_REQUEST')

const idOf = ({ store }: CrmWorld, object: string, id: unknown): string | null => {
  if (id === undefined || id === null) return null
  if (!store.live(object, textOf(id))) throw badNote(`${object} not found`)
  return textOf(id)
}

const spaced = (at: number): string => timeOf(at).replace('T', ' ').replace('Z', '')

const noteView = ({ id, text, company, person, values, updatedAt }: CrmActivity) => ({
  id: Number(id),
  content: text,
  org_id: company === null ? null : Number(company),
  person_id: person === null ? null : Number(person),
  add_time: values['add_time'],
  update_time: spaced(updatedAt),
  active_flag: true,
})
