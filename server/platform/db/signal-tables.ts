import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { AgentFields, Cadence } from '../../../contract/signals/agents.ts'
import type { OpenedSignals } from '../../../contract/signals/notifications.ts'
import type { PushMessage } from '../../../contract/signals/push.ts'
import type { SignalFacts } from '../../../contract/signals/signal-filters.ts'
import type { SignalCategory } from '../../../contract/signals/signals.ts'

type Big = ColumnType<string, string | number, string | number>
type At = ColumnType<Date, Date | string | undefined, Date | string>
type Moment = ColumnType<Date | null, Date | null | undefined, Date | null>

/** Signals, who watches for them, and how people are told. */
export type SignalTables = {
  /** The market's: the same for every organisation. */
  signal: {
    id: string
    /** The clock's tick; a reader that has seen tick n asks for more. */
    tick: Big
    category: SignalCategory
    slug: string
    /** What makes two tellings the same signal; the first one stays. */
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
  /** One row; whoever adds signals takes the next tick. `matched` is how far agents have been asked. */
  signal_clock: { one: Generated<boolean>; tick: Big; matched: Big }
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
    /** What matching and runs look at, out of `fields`. */
    category: SignalCategory
    cadence: Cadence
    paused: boolean
    version: Generated<number>
    /** The organisation's tick of the last change, for devices. */
    seq: Big
    created_at: At
    updated_at: At
    last_run_at: Moment
    /** When it is next looked at whether there is something to tell; null while nothing waits. */
    due_at: Moment
    deleted_at: Moment
    /** The tick of `signal_clock` when it was made: it tells of what comes after. */
    born: ColumnType<string, string | number | undefined, never>
    /** The transaction that last changed what matching has to know, so that matching reads only what changed. */
    changed_by: Generated<string>
  }
  /** What an agent found; `run_id` once it was told. A signal is found once. */
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
    run_id: string
    agent_id: string
    at: At
    title: string
    agent_name: string
    opens: JSONColumnType<OpenedSignals>
    read_at: Moment
  }
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
  /** One message to one device, written with the run it tells of; gone once it is delivered or given up, or the device is gone. */
  push_outbox: {
    org_id: string
    run_id: string
    device_id: string
    message: JSONColumnType<PushMessage>
    failures: Generated<number>
    created_at: At
    run_at: At
    lease_until: Moment
  }
}
