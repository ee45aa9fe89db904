import type { Selectable, Transaction } from 'kysely'
import type { ActivityRow, Tables } from '../../platform/db/tables.ts'
import type { SentActivity } from '../../platform/db/crm-activity-tables.ts'
import { dayMs } from '../../../contract/core/days.ts'
import type { Loaded, Part, Source } from './content.ts'
import { hasFollowUp } from './enqueue.ts'
import { liveLink } from './live-link.ts'

type Trx = Transaction<Tables>
type Entry = Selectable<ActivityRow>

/** A note or a visit, or the task that follows it; until the transaction ends, no edit is saved. Undefined: it is deleted for good. */
export const loadEntry = async (
  trx: Trx,
  activityId: string,
  part: Exclude<Part, 'signals'>,
): Promise<Loaded | undefined> => {
  const entry = await trx
    .selectFrom('activity')
    .selectAll()
    .where('id', '=', activityId)
    .forUpdate()
    .executeTakeFirst()
  return (
    entry && {
      source: sourceOf(entry, part),
      findRecords: (connectionId) => recordsOf(trx, connectionId, entry),
    }
  )
}

const sourceOf = (entry: Entry, part: Exclude<Part, 'signals'>): Source => ({
  ...keyOf(entry, part),
  subject: subjectOf(entry, part),
  text: entry.text,
  at: entry.at.getTime() + (part === 'follow-up' ? dayMs : 0),
  version: entry.version,
  authorId: entry.author_id,
  byline: 'Logged in Fieldbook by',
  isDeleted: entry.deleted_at !== null,
  obstacle: obstacleOf(entry, part),
})

const keyOf = ({ id, kind }: Entry, part: Part) =>
  part === 'follow-up'
    ? ({ key: `${id}:follow-up`, kind: 'task' } as const)
    : ({ key: id, kind: kind === 'visit' ? kind : 'note' } as const)

const subjectOf = ({ kind, outcome }: Entry, part: Part): string => {
  if (part === 'follow-up') return 'Call back'
  if (kind !== 'visit') return 'Note'
  return outcome === null ? 'Visit' : `Visit: ${outcome}`
}

const obstacleOf = (entry: Entry, part: Part): string | null => {
  if (entry.deleted_at !== null) return 'It was deleted before it was sent.'
  return part === 'follow-up' && !hasFollowUp(entry)
    ? 'The outcome changed before it was sent.'
    : null
}

/** A person's company is named if it has a link. */
const recordsOf = async (
  trx: Trx,
  connectionId: string,
  { category, record_id: recordId }: Entry,
): Promise<SentActivity | null> => {
  if (category === 'company') {
    const company = await liveLink(trx, connectionId, recordId)
    return company && { company: company.id, person: null }
  }
  const person = await liveLink(trx, connectionId, recordId)
  if (!person || person.object === 'company') return null
  const record = await trx
    .selectFrom('person')
    .select('company_id')
    .where('id', '=', recordId)
    .executeTakeFirst()
  const company = record && (await liveLink(trx, connectionId, record.company_id))
  return { company: company?.id ?? null, person: { object: person.object, id: person.id } }
}
