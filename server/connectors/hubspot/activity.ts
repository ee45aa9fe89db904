import * as z from 'zod/mini'
import type { Activity, Api, Written } from '../port.ts'
import { escapeHtml } from '../escape-html.ts'
import { sentenceOf, type Calls } from './calls.ts'
import { RecordPage, version } from './shapes.ts'

const Stored = z.object({ id: z.string() })

/** Type ids of HubSpot's own associations. */
const associationTypes = {
  notes: { company: 190, person: 202 },
  tasks: { company: 192, person: 204 },
}

/** A visit is a note, which needs no scope of its own. */
export const writeActivity = async (
  calls: Calls,
  api: Api,
  activity: Activity,
): Promise<Written> => {
  const { ref, id } = activity
  const path = `/crm/objects/${version}/${objectOf(activity)}`
  const properties = propertiesOf(activity)
  const answer =
    id === undefined
      ? await calls.write(
          api,
          { method: 'POST', path, body: { properties, associations: associationsOf(activity) } },
          Stored,
        )
      : await calls.write(
          api,
          { method: 'PATCH', path: `${path}/${encodeURIComponent(id)}`, body: { properties } },
          Stored,
        )
  if ('done' in answer)
    return { ref, is: id === undefined ? 'created' : 'updated', id: answer.done.id }
  const { status, body } = answer.refusal
  if (status === 404) return { ref, is: 'deleted' }
  return {
    ref,
    is: 'refused',
    code: body.errors?.[0]?.code ?? body.category ?? 'REFUSED',
    field: body.errors?.[0]?.context?.['propertyName']?.[0],
    text: sentenceOf(answer.refusal),
    retry: 'never',
  }
}

const Associations = z.object({
  results: z.array(
    z.object({
      to: z.array(z.object({ toObjectId: z.union([z.string(), z.number()]) })),
      paging: z.optional(
        z.nullable(z.object({ next: z.optional(z.object({ after: z.string() })) })),
      ),
    }),
  ),
})

const batchSize = 100

/** Looks for the activity's key among the notes of the record that it is of: associations do not lag, a search does. */
export const resolveActivity = async (
  calls: Calls,
  api: Api,
  activity: Activity,
): Promise<Written> => {
  const { ref, company, person } = activity
  const object = objectOf(activity)
  const id = company ?? person?.id
  if (id === undefined) return { ref, is: 'unknown' }
  const from = company === null ? 'contacts' : 'companies'
  const ids = await linkedIds(calls, api, `${from}/${object}`, id)
  const body = object === 'notes' ? 'hs_note_body' : 'hs_task_body'
  // The newest have the highest ids.
  const newest = ids.toSorted((a, b) => Number(b) - Number(a)).slice(0, batchSize)
  if (newest.length === 0) return { ref, is: 'absent' }
  const page = await calls.read(
    api,
    {
      path: `/crm/objects/${version}/${object}/batch/read`,
      body: {
        properties: [body],
        propertiesWithHistory: [],
        inputs: newest.map((each) => ({ id: each })),
      },
    },
    RecordPage,
  )
  const match = page?.results.find(({ properties }) =>
    (properties[body] ?? '').includes(markOf(activity)),
  )
  return match ? { ref, is: 'created', id: match.id } : { ref, is: 'absent' }
}

const linkedIds = async (
  calls: Calls,
  api: Api,
  path: string,
  id: string,
): Promise<readonly string[]> => {
  const ids: string[] = []
  let after: string | undefined
  do {
    const call = {
      path: `/crm/associations/${version}/${path}/batch/read`,
      body: { inputs: [{ id, ...(after !== undefined && { after }) }] },
    }
    const page: z.infer<typeof Associations> | null = await calls.read(api, call, Associations)
    const [linked] = page?.results ?? []
    ids.push(...(linked?.to ?? []).map(({ toObjectId }) => String(toObjectId)))
    after = linked?.paging?.next?.after
  } while (after !== undefined)
  return ids
}

const objectOf = ({ kind }: Activity): 'notes' | 'tasks' => (kind === 'task' ? 'tasks' : 'notes')

/** Part of the text, for HubSpot has no key of ours on notes. */
const markOf = ({ key }: Activity): string => `Fieldbook ${escapeHtml(key)}.`

const propertiesOf = (activity: Activity): Record<string, string> => {
  const { kind, subject, text, at, ownerId } = activity
  const lines = text.split('\n').map(escapeHtml).join('<br>')
  const owner = ownerId === null ? {} : { hubspot_owner_id: ownerId }
  const common = { hs_timestamp: new Date(at).toISOString(), ...owner }
  const end = `<p>${lines}</p><p>${markOf(activity)}</p>`
  if (kind === 'task')
    return { ...common, hs_task_subject: subject, hs_task_body: end, hs_task_status: 'NOT_STARTED' }
  return { ...common, hs_note_body: `<p><strong>${escapeHtml(subject)}</strong></p>${end}` }
}

const associationsOf = (activity: Activity): readonly object[] => {
  const { company, person } = activity
  const types = associationTypes[objectOf(activity)]
  const to = (id: string, typeId: number): object => ({
    to: { id },
    types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: typeId }],
  })
  return [
    ...(company === null ? [] : [to(company, types.company)]),
    ...(person === null ? [] : [to(person.id, types.person)]),
  ]
}
