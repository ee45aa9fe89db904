import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Policies } from '../../../contract/org/customer.ts'
import type { Act, Member } from '../../../contract/org/members.ts'
import type { Criteria } from '../../../contract/search/criteria.ts'
import type { FileFormat, RequestStatus, RowOutcome } from '../../../contract/money/downloads.ts'
import type { ListKind } from '../../../contract/saved-work/lists.ts'
import type { Category, Company, Person } from '../../../contract/records/records.ts'
import type { CreditTables } from './credit-tables.ts'
import type { PrivacyTables } from './privacy-tables.ts'
import type { SignalTables } from './signal-tables.ts'
import type { UploadTables } from './upload-tables.ts'

/** bigint and numeric travel as text on both engines; dates as YYYY-MM-DD text. */
type Big = ColumnType<string, string | number, string | number>
/** The same where the table gives the first value. */
type BigPreset = ColumnType<string, string | number | undefined, string | number>
type At = ColumnType<Date, Date | string | undefined, Date | string>
type Moment = ColumnType<Date | null, Date | null | undefined, Date | null>

/** Market records: the same for every organisation. `doc` holds everything one may see before paying. */
export type CompanyRow = {
  id: string
  /** The clock's tick of the last change; a reader that has seen tick n asks for seq > n. */
  seq: Big
  name: string
  /** Folded name without legal form: what two spellings of one company share. */
  name_key: string
  domain_key: string | null
  abn: string | null
  acn: string | null
  nzbn: string | null
  lei: string | null
  linkedin: string | null
  ticker: string | null
  state: string | null
  postcode: string | null
  doc: JSONColumnType<Company>
}

/** What an organisation sees of a person once it has unlocked them. */
export type Contact = {
  work_email?: string
  personal_email?: string
  mobile?: string
  direct_phone?: string
}

export type PersonRow = {
  id: string
  seq: Big
  company_id: string
  name_key: string
  linkedin: string | null
  doc: JSONColumnType<Person>
  contact: JSONColumnType<Contact>
}

/** What a search asks, as it is kept. */
export type SearchContent = Criteria & { prompt: string | null }

export type SavedItemRow = {
  org_id: string
  id: string
  kind: ListKind
  category: Category
  name: string
  /** What two names that read the same share. */
  name_key: string
  owner_id: string
  shared: boolean
  content: JSONColumnType<SearchContent>
  /** How many records a list holds. */
  size: Generated<number>
  version: Generated<number>
  /** The organisation's tick of the last change. */
  seq: Big
  /** The tick at which it was last taken back from colleagues, or 0. */
  hidden_seq: BigPreset
  created_at: At
  updated_at: At
  deleted_at: Moment
  deleted_by: ColumnType<string | null, string | null | undefined, string | null>
}

export type ActivityRow = {
  org_id: string
  id: string
  kind: 'note' | 'visit' | 'report'
  category: Category
  record_id: string
  text: string
  at: At
  outcome: string | null
  field: string | null
  author_id: string
  version: Generated<number>
  seq: Big
  created_at: At
  updated_at: At
  deleted_at: Moment
  deleted_by: ColumnType<string | null, string | null | undefined, string | null>
}

/** A thing as it was at one version; `changed` names the fields that version changed. Rows are added and never touched again. */
export type VersionRow = {
  org_id: string
  item_id: string
  version: number
  at: At
  by_user: string
  fields: JSONColumnType<Record<string, unknown>>
  changed: JSONColumnType<string[]>
  overruled: JSONColumnType<unknown[], string | undefined>
}

/** A file that has been made known: its key in the file store (null once it has been taken away), its name for people, its size. */
export type StoredFile = {
  key: string | null
  name: string
  bytes: number
  /** Rows of the request it was made anew without, since their records had been suppressed meanwhile. */
  without?: readonly number[]
}

/** One request for records (product 2.8). */
export type DownloadRequestRow = {
  org_id: string
  id: string
  parent_id: ColumnType<string | null, string | null | undefined, never>
  user_id: string
  type: string
  category: Category
  status: RequestStatus
  name: string
  format: FileFormat
  /** Keys of `contract/records/export-columns.ts`, in the order of the file; `own_columns` are the headers of an upload, before them. */
  columns: JSONColumnType<string[]>
  own_columns: JSONColumnType<string[], string | undefined>
  agreed: number
  /** Counts up with each retry of a person; `run` with each time a worker takes it: a worker writes only while `run` is its own. */
  attempt: Generated<number>
  run: Generated<number>
  asked: number
  delivered: Generated<number>
  failed: Generated<number>
  owned: Generated<number>
  suppressed: Generated<number>
  done: Generated<number>
  charged: Generated<number>
  reason: ColumnType<string | null, string | null | undefined, string | null>
  needed: ColumnType<number | null, number | null | undefined, number | null>
  balance: ColumnType<number | null, number | null | undefined, number | null>
  file: ColumnType<StoredFile | null, undefined, string | null>
  file_expires_at: Moment
  /** Past it the sweep ends the request, whatever has become of its worker. */
  deadline_at: At
  created_at: At
  updated_at: At
}

/** A row of a request, frozen when it was accepted. */
export type RequestRowRow = {
  org_id: string
  request_id: string
  row: number
  record_id: string | null
  name: string
  /** The cells of the upload's row under `own_columns`. */
  own: ColumnType<string[] | null, string | null | undefined, never>
  /** Null until it is known. */
  outcome: ColumnType<RowOutcome | null, RowOutcome | null | undefined, RowOutcome | null>
  reason: ColumnType<string | null, string | null | undefined, string | null>
}

/** Something a worker is to do, at `run_at` or later; whoever holds it has it until `lease_until`. */
export type JobRow = {
  org_id: string
  kind: string
  id: string
  run_at: At
  /** How often a worker has taken it, and how often it has failed. */
  claims: Generated<number>
  failures: Generated<number>
  holder: ColumnType<string | null, undefined, string | null>
  lease_until: Moment
}

/** Every table there is. */
export type Tables = UploadTables & PrivacyTables & CreditTables & SignalTables & OwnTables

type OwnTables = {
  company: CompanyRow
  person: PersonRow
  /** One row; taking the next tick serialises writers of market records, so that ticks are committed in order. */
  record_clock: { one: Generated<boolean>; seq: Big }
  record_removed: { category: Category; id: string; seq: Big }
  import_run: {
    id: string
    format: string
    file_name: string
    started_at: Generated<At>
    finished_at: ColumnType<Date | null, Date | string | null, Date | string | null>
    summary: JSONColumnType<Record<string, unknown>> | null
  }
  customer: {
    org_id: string
    name: string
    country: 'AU' | 'NZ' | 'ALL'
    default_country: 'AU' | 'NZ' | 'ALL' | null
    website: string | null
    /** Flags by name that differ from the platform's. */
    features: JSONColumnType<Record<string, { enabled: boolean }>, string | undefined>
    billing_email: ColumnType<string | null, string | null | undefined, string | null>
    policies: JSONColumnType<Partial<Policies>, string | undefined>
    /** Since when the name is known, in Clerk's time; of two names the later counts. */
    name_at: At
    /** The name was given here and Clerk does not have it yet. */
    renaming: Generated<boolean>
    /** When Clerk last gave the whole list of members. */
    listed_at: Moment
    deleted_at: Moment
    created_at: Generated<At>
  }
  /** What Clerk has told of memberships; facts are only ever replaced by later ones, so the order of arrival does not matter. */
  member: {
    org_id: string
    user_id: string
    role: Member['role']
    /** Until when the membership and its role are proven, in Clerk's time. */
    role_at: At
    name: Generated<string>
    email: Generated<string>
    name_at: At
    /** The latest removal heard of. */
    gone_at: Moment
    /** `gone_at`, unless the membership is proven for a later moment. */
    removed_at: ColumnType<Date | null, never, never>
    cap: ColumnType<number | null, number | null | undefined, number | null>
    disabled: JSONColumnType<Act[], string | undefined>
    last_seen: Moment
    updated_at: At
  }
  /** Who changed what of a member; rows are added and never touched again. */
  member_change: {
    org_id: string
    id: string
    at: At
    by_user: string
    user_id: string
    change: JSONColumnType<Record<string, unknown>>
  }
  /** What Clerk says of a user across organisations; the application role cannot see it. */
  clerk_user: {
    user_id: string
    name: Generated<string>
    email: Generated<string>
    name_at: At
    deleted_at: Moment
    /** The organisations webhooks have named this user in. */
    orgs: JSONColumnType<string[], string | undefined>
  }
  /** Deliveries that have been worked off, by the sender's own id. */
  webhook_event: { source: 'clerk'; id: string; type: string; received_at: At }
  subscription: {
    org_id: string
    data: JSONColumnType<Record<string, unknown>>
    updated_at: Generated<At>
  }
  record_activity: {
    org_id: string
    kind: 'cus-downloaded' | 'cus-pushed-enriched'
    value: string
    category: Category
    record_id: string
  }
  feedback: {
    org_id: string
    id: string
    user_id: string
    kind: string
    message: string
    page: string
    record_id: string | null
    created_at: Generated<At>
  }
  /** One row an organisation, made with its first saved work; taking the next tick serialises its writers, so that ticks are committed in order. */
  org_clock: {
    org_id: string
    seq: Big
    /** Deletions up to this tick have been forgotten. */
    floor: BigPreset
    /** The last tick at which a suppression list changed. */
    suppressed: BigPreset
    /** Tells this clock from one that stood here before the database was put back. */
    epoch: Generated<string>
  }
  /** Saved searches (dynamic) and lists. */
  saved_item: SavedItemRow
  saved_version: VersionRow
  saved_seen: { org_id: string; user_id: string; item_id: string; total: number; seq: Big }
  list_member: {
    org_id: string
    list_id: string
    record_id: string
    /** The tick of the last change. */
    seq: Big
    /** The tick at which it was added last. */
    added_seq: Big
    removed: Generated<boolean>
    added_by: string
  }
  recent_search: {
    org_id: string
    user_id: string
    id: string
    category: Category
    content: JSONColumnType<SearchContent>
    seq: Big
    created_at: At
    updated_at: At
    deleted_at: Moment
  }
  /** What an organisation sells and to whom; rows are added and never touched again. */
  account_intelligence: {
    org_id: string
    version: number
    at: At
    by_user: string
    config: JSONColumnType<Record<string, unknown>>
  }
  download_request: DownloadRequestRow
  request_row: RequestRowRow
  /** Columns of a file under a name, for the whole organisation. */
  export_template: {
    org_id: string
    id: string
    owner_id: string
    name: string
    name_key: string
    category: Category
    columns: JSONColumnType<string[]>
    created_at: At
  }
  job: JobRow
  activity: ActivityRow
  activity_version: VersionRow
  idem: {
    org_id: string
    user_id: string
    key: string
    route: string
    body_sha256: string
    status: number
    response: string
    created_at: Generated<At>
  }
  /** When what a key has used of its limit is refilled, ms since 1970. */
  rate_debt: { key: string; until: Big }
}
