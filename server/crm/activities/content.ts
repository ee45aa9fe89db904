import type { Selectable } from 'kysely'
import type { ActivityRow } from '../../platform/db/tables.ts'
import type { SentActivity } from '../../platform/db/crm-activity-tables.ts'
import type { Activity } from '../../connectors/port.ts'

export type Part = 'entry' | 'follow-up'

const dayMs = 86_400_000

/** `author` is named in the text where the CRM has no user for them. */
export const contentOf = (
  row: Selectable<ActivityRow>,
  part: Part,
  at: SentActivity,
  owner: { id: string | null; author: string },
  id: string | null,
): Activity => ({
  ...keyOf(row, part),
  ...at,
  subject: subjectOf(row, part),
  text:
    owner.id === null && owner.author !== ''
      ? `${row.text}\n\nLogged in Fieldbook by ${owner.author}`.trim()
      : row.text,
  at: row.at.getTime() + (part === 'follow-up' ? dayMs : 0),
  ownerId: owner.id,
  ...(id !== null && { id }),
})

const keyOf = ({ id, kind }: Selectable<ActivityRow>, part: Part) => {
  const key = part === 'entry' ? id : `${id}:follow-up`
  return {
    ref: key,
    key,
    kind: part === 'follow-up' ? 'task' : kind === 'visit' ? kind : 'note',
  } as const
}

const subjectOf = ({ kind, outcome }: Selectable<ActivityRow>, part: Part): string => {
  if (part === 'follow-up') return 'Call back'
  if (kind !== 'visit') return 'Note'
  return outcome === null ? 'Visit' : `Visit: ${outcome}`
}
