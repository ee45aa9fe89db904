import type { Selectable, Transaction } from 'kysely'
import type { ActivityRow, FollowUpRow, Tables } from '../../platform/db/tables.ts'
import type { SentActivity } from '../../platform/db/crm-activity-tables.ts'
import { dayMs } from '../../../contract/core/days.ts'
import type { Loaded, Part, Source } from './content.ts'
import { hasFollowUp } from './enqueue.ts'
import { liveLink } from './live-link.ts'
import { lockActivity } from './lock-activity.ts'

type Trx = Transaction<Tables>
type Entry = Selectable<ActivityRow>
type EntryPart = Extract<Part, 'entry' | 'follow-up'>
/** What a visit led to, as the member dated it. */
type Dated = Selectable<FollowUpRow> | undefined

/** A note or a visit, or the task that follows it; until the transaction ends, no edit is saved. Undefined: it is deleted for good. */
export const loadEntry = async (
  trx: Trx,
  activityId: string,
  part: EntryPart,
): Promise<Loaded | undefined> => {
  const version = await lockActivity(trx, activityId)
  const entry = await trx
    .selectFrom('activity')
    .selectAll()
    .where('id', '=', activityId)
    .executeTakeFirst()
  if (!entry || version === undefined) return undefined
  const dated = part === 'follow-up' ? await datedFrom(trx, entry) : undefined
  return {
    source: { ...sourceOf(entry, part, dated), version },
    findRecords: (connectionId) => recordsOf(trx, connectionId, entry),
  }
}

/** A colleague's follow-up changes no task of the author. */
const datedFrom = (trx: Trx, { id, author_id: authorId }: Entry): Promise<Dated> =>
  trx
    .selectFrom('follow_up')
    .selectAll()
    .where('origin_kind', '=', 'visit')
    .where('origin_id', '=', id)
    .where('owner_id', '=', authorId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .executeTakeFirst()

const sourceOf = (entry: Entry, part: EntryPart, dated: Dated): Omit<Source, 'version'> => ({
  ...keyOf(entry, part),
  subject: subjectOf(entry, part, dated),
  text: dated?.due_time ? `At ${dated.due_time}. ${entry.text}`.trim() : entry.text,
  at: part === 'follow-up' ? dueAt(entry, dated) : entry.at.getTime(),
  authorId: entry.author_id,
  byline: 'Logged in Fieldbook by',
  isDeleted: entry.deleted_at !== null,
  obstacle: obstacleOf(entry, part, dated),
})

/** Without a day, the next one. */
const dueAt = ({ at }: Entry, dated: Dated): number =>
  dated === undefined ? at.getTime() + dayMs : momentOf(dated)

/** 02:00 UTC is the same day in all of Australia and New Zealand. */
export const momentOf = ({ due_day: day }: Pick<NonNullable<Dated>, 'due_day'>): number =>
  Date.parse(`${day}T02:00:00Z`)

const keyOf = ({ id, kind }: Entry, part: Part) =>
  part === 'follow-up'
    ? ({ key: `${id}:follow-up`, kind: 'task' } as const)
    : ({ key: id, kind: kind === 'visit' ? kind : 'note' } as const)

const subjectOf = ({ kind, outcome }: Entry, part: Part, dated: Dated): string => {
  if (part === 'follow-up')
    return dated?.text || (hasFollowUp({ outcome }) ? 'Call back' : 'Follow up')
  if (kind !== 'visit') return 'Note'
  return outcome === null ? 'Visit' : `Visit: ${outcome}`
}

const obstacleOf = (entry: Entry, part: Part, dated: Dated): string | null => {
  if (entry.deleted_at !== null) return 'It was deleted before it was sent.'
  if (dated !== undefined)
    return dated.state === 'open' ? null : 'The follow-up ended before it was sent.'
  return part === 'follow-up' && !hasFollowUp(entry)
    ? 'The outcome changed before it was sent.'
    : null
}

/** A person's company is named if it has a link. */
export const recordsOf = async (
  trx: Trx,
  connectionId: string,
  { category, record_id: recordId }: Pick<Entry, 'category' | 'record_id'>,
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
