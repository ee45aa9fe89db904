import type { ApiCall } from '../core/app.ts'
import type { CrmActivity } from '../core/types.ts'
import type { CrmAnswer, CrmWorld } from '../core/world.ts'
import type { On } from './gate.ts'
import { byId } from './lookup.ts'
import { inputsOf, maxInputs, missingError } from './reads.ts'
import {
  invalid,
  invalidProperties,
  notFound,
  objectOf,
  refuseUnknown,
  textOf,
} from './refusals.ts'
import { checkedValues } from './values.ts'
import { batchAnswer, timeOf } from './views.ts'

type Kind = {
  object: 'notes' | 'tasks'
  label: string
  subject: string | undefined
  body: string
  /** Association types by number. */
  types: Readonly<Record<number, 'company' | 'person'>>
}

const kinds: readonly Kind[] = [
  {
    object: 'notes',
    label: 'NOTE',
    subject: undefined,
    body: 'hs_note_body',
    types: { 190: 'company', 202: 'person' },
  },
  {
    object: 'tasks',
    label: 'TASK',
    subject: 'hs_task_subject',
    body: 'hs_task_body',
    types: { 192: 'company', 204: 'person' },
  },
]

/** Notes and tasks of companies and contacts. */
export const activityRoutes = (on: On, world: CrmWorld): void => {
  const read = { scopes: ['crm.objects.contacts.read'] }
  const write = { scopes: ['crm.objects.contacts.write'] }
  for (const kind of kinds) {
    const { object, label } = kind
    const live = (id: string): Stored | undefined => {
      const activity = world.state.activities[id]
      return activity?.object === object && !activity.isDeleted ? activity : undefined
    }
    on('POST', 'objects', `/${object}`, write, (call) => create(world, kind, call))
    on('PATCH', 'objects', `/${object}/:id`, write, (call) => {
      const activity = live(call.param('id'))
      if (!activity) throw notFound(label, [call.param('id')])
      const { properties, ...others } = objectOf(call.body)
      refuseUnknown(others, [])
      const values = { ...activity.values, ...checkedValues(world, object, properties) }
      Object.assign(activity, { ...textsOf(kind, values), values, updatedAt: world.now() })
      return { status: 200, body: activityView(activity, Object.keys(objectOf(properties))) }
    })
    on('POST', 'objects', `/${object}/batch/read`, read, ({ body }) => {
      const { properties, propertiesWithHistory, inputs, ...others } = objectOf(body)
      void propertiesWithHistory
      refuseUnknown(others, [])
      const wanted = Array.isArray(properties) ? properties.map(textOf) : []
      const ids = inputsOf(inputs, maxInputs).map(({ id }) => textOf(id))
      const missing = ids.filter((id) => !live(id))
      return batchAnswer(
        world,
        200,
        ids.flatMap((id) => live(id) ?? []).map((each) => activityView(each, wanted)),
        missing.length === 0 ? [] : [missingError(label, missing)],
      )
    })
  }
}

type Stored = CrmWorld['state']['activities'][string]

const create = (world: CrmWorld, kind: Kind, { body }: ApiCall): CrmAnswer => {
  const { properties, associations = [], ...others } = objectOf(body)
  refuseUnknown(others, [])
  const values = checkedValues(world, kind.object, properties)
  if ((values['hs_timestamp'] ?? null) === null)
    throw invalidProperties([
      {
        name: 'hs_timestamp',
        code: 'MISSING_REQUIRED_PROPERTY',
        message: 'hs_timestamp is required',
      },
    ])
  const at = world.now()
  const activity: Stored = {
    id: String(51_700_000_000 + world.store.nextId()),
    object: kind.object,
    ...textsOf(kind, values),
    ...endsOf(world, kind, associations),
    values,
    createdAt: at,
    updatedAt: at,
    isDeleted: false,
  }
  world.state.activities[activity.id] = activity
  return { status: 201, body: activityView(activity, Object.keys(values)) }
}

/** [?] The sentence for a type that does not fit. */
const endsOf = (
  world: CrmWorld,
  { types }: Kind,
  associations: unknown,
): Pick<CrmActivity, 'company' | 'person'> => {
  const ends: Pick<CrmActivity, 'company' | 'person'> = { company: null, person: null }
  for (const association of Array.isArray(associations) ? associations.map(objectOf) : []) {
    const { to, types: given, ...others } = association
    refuseUnknown(others, [])
    const id = textOf(Object(to).id)
    const [type] = Array.isArray(given) ? given.map(objectOf) : []
    const end = types[Number(type?.['associationTypeId'])]
    if (!end || type?.['associationCategory'] !== 'HUBSPOT_DEFINED')
      throw invalid('One or more associations are not valid')
    const record = byId(world, end === 'company' ? 'companies' : 'contacts', id)
    if (!record) throw invalid('Some objects do not exist.', { INVALID_OBJECT_IDS: [id] })
    ends[end] = record.id
  }
  return ends
}

const textsOf = (
  { subject, body }: Kind,
  values: Readonly<Record<string, unknown>>,
): Pick<CrmActivity, 'subject' | 'text'> => ({
  subject: subject === undefined ? '' : textOf(values[subject]),
  text: textOf(values[body]),
})

const activityView = (activity: Stored, wanted: readonly string[]): object => ({
  id: activity.id,
  properties: Object.fromEntries([
    ['hs_object_id', activity.id],
    ['hs_createdate', timeOf(activity.createdAt)],
    ['hs_lastmodifieddate', timeOf(activity.updatedAt)],
    ...wanted.map((name) => [name, activity.values[name] ?? null]),
  ]),
  createdAt: timeOf(activity.createdAt),
  updatedAt: timeOf(activity.updatedAt),
  archived: false,
})
