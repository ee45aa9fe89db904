import type { ColumnType, Generated } from 'kysely'
import type { At, Moment } from './column-types.ts'

/** What a create was about when it was sent, so that it is found again. */
export type SentActivity = {
  company: string | null
  person: { object: 'contact' | 'lead'; id: string } | null
}

export type CrmActivityTables = {
  /** What an agent's run found about a company, for the agent's owner; its signals are those of the run. */
  crm_task: {
    org_id: string
    id: string
    run_id: string
    owner_id: string
    company_id: string
    at: At
  }
  /** An activity of ours at a CRM: the note or visit itself, the task that follows it, the task of a follow-up that no visit led to, or an agent's task. */
  crm_activity: {
    org_id: string
    connection_id: string
    /** Of `signals`, a task's; of `own-follow-up`, a follow-up's. */
    activity_id: string
    part: 'entry' | 'follow-up' | 'signals' | 'own-follow-up'
    /** Of our activity, as last sent. */
    version: Generated<number>
    /** `waiting`: to be sent once the record has a link; `sent`: being sent, or the server ended meanwhile; `unknown`: without an answer. */
    state: Generated<'waiting' | 'sent' | 'unknown' | 'done' | 'refused' | 'skipped'>
    external_id: string | null
    /** Of `refused` and `skipped`; a skipped task has none if its company had no link. */
    reason: string | null
    /** Of a create that may have been done; null once that is known. */
    sent: ColumnType<SentActivity | null, string | null | undefined, string | null>
    sent_at: Moment
  }
}
