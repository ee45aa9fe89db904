import type { SentActivity } from '../../platform/db/crm-activity-tables.ts'
import type { Activity } from '../../connectors/port.ts'

export type Part = 'entry' | 'follow-up' | 'signals' | 'own-follow-up'

/** What becomes an activity of a CRM. */
export type Source = Pick<Activity, 'key' | 'kind' | 'subject' | 'text' | 'at'> & {
  version: number
  authorId: string
  /** Leads the author's name where the CRM has no user for them. */
  byline: string
  isDeleted: boolean
  /** Why it may not be sent. */
  obstacle: string | null
}

export type Loaded = {
  source: Source
  /** Null while its record has no link. */
  findRecords(connectionId: string): Promise<SentActivity | null>
}

/** `author` is named in the text where the CRM has no user for them. */
export const contentOf = (
  { key, kind, subject, text, at, byline }: Source,
  records: SentActivity,
  owner: { id: string | null; author: string },
  id: string | null,
): Activity => ({
  ref: key,
  key,
  kind,
  subject,
  at,
  ...records,
  text:
    owner.id === null && owner.author !== '' ? `${text}\n\n${byline} ${owner.author}`.trim() : text,
  ownerId: owner.id,
  ...(id !== null && { id }),
})
