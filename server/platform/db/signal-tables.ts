import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { AgentFields, Cadence } from '../../../contract/signals/agents.ts'
import type { OpenedSignals } from '../../../contract/signals/notifications.ts'
import type { PushMessage, ReminderMessage } from '../../../contract/signals/push.ts'
import type { SignalFacts } from '../../../contract/signals/signal-filters.ts'
import type { SignalCategory } from '../../../contract/signals/signals.ts'
import type { At, Big, Moment } from './column-types.ts'

export type SignalTables = {
  signal: {
    id: string
    /** A reader at tick n requests later ones. */
    tick: Big
    category: SignalCategory
    slug: string
    /** For duplicates; the first signal stays. */
    key: string
    company_id: string | null
    person_id: string | null
    event_date: ColumnType<string, string, string>
    detected_at: At
    confidence: number
    surge_rating: number | null
    /** `signalFacets` and `signalTexts` of the contract. */
    facets: string[]
    texts: JSONColumnType<Record<string, string>>
    doc: JSONColumnType<SignalFacts>
  }
  /** A single row. `matched` is the position of matching. */
  signal_clock: { tick: Big; matched: Big }
  signal_mark: {
    org_id: string
    user_id: string
    signal_id: string
    seen_at: Moment
    dismissed_at: Moment
  }
  signal_snooze: { org_id: string; user_id: string; slug: string; until: At }
  signal_agent: {
    org_id: string
    id: string
    owner_id: string
    fields: JSONColumnType<AgentFields>
    category: SignalCategory
    cadence: Cadence
    paused: boolean
    version: Generated<number>
    seq: Big
    created_at: At
    updated_at: At
    last_run_at: Moment
    /** Null while nothing waits. */
    due_at: Moment
    /** By the process that runs it; whatever makes it due again ends the claim. */
    claimed_until: Moment
    deleted_at: Moment
    /** A tick of `signal_clock`: only later signals match. */
    born: ColumnType<string, string | number | undefined, never>
    changed_by: Generated<string>
  }
  /** Once per signal; `run_id` once delivered. */
  agent_signal: {
    org_id: string
    agent_id: string
    signal_id: string
    found_at: At
    run_id: string | null
  }
  agent_run: {
    org_id: string
    id: string
    agent_id: string
    owner_id: string
    at: At
    signal_count: number
  }
  notice: {
    org_id: string
    id: string
    user_id: string
    /** Of an agent, all four or none; without an agent `link` and `detail`. */
    run_id: ColumnType<string | null, string | null | undefined, never>
    agent_id: ColumnType<string | null, string | null | undefined, never>
    at: At
    title: string
    agent_name: ColumnType<string | null, string | null | undefined, never>
    opens: JSONColumnType<OpenedSignals | null, string | undefined>
    link: ColumnType<string | null, string | null | undefined, never>
    /** A sentence or two, for the email. */
    detail: ColumnType<string | null, string | null | undefined, never>
    read_at: Moment
  }
  billing_notice: { org_id: string; key: string; at: At }
  push_device: {
    org_id: string
    id: string
    user_id: string
    endpoint: string
    p256dh: string
    auth: string
    label: string
    created_at: At
    last_seen_at: At
    last_sent_at: Moment
  }
  push_setting: { org_id: string; user_id: string; show_names: boolean }
  /** Written with its run or reminder; deleted once it is delivered or given up, or with the device. */
  push_outbox: {
    org_id: string
    run_id: string
    device_id: string
    message: JSONColumnType<PushMessage | ReminderMessage>
    failures: Generated<number>
    created_at: At
    run_at: At
    lease_until: Moment
  }
}
