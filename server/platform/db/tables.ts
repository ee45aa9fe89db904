import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Policies } from '../../../contract/org/customer.ts'
import type { Act, Member } from '../../../contract/org/members.ts'
import type { Criteria } from '../../../contract/search/criteria.ts'
import type { ConflictDecisions } from '../../../contract/money/crm.ts'
import type { FileFormat, RequestStatus, RowOutcome } from '../../../contract/money/downloads.ts'
import type { ListKind } from '../../../contract/saved-work/lists.ts'
import type { Category, Company, Person } from '../../../contract/records/records.ts'
import type { At, Big, BigPreset, Moment } from './column-types.ts'
import type { CadenceRow } from './cadence-table.ts'
import type { CreditTables } from './credit-tables.ts'
import type { PrivacyTables } from './privacy-tables.ts'
import type { CrmActivityTables } from './crm-activity-tables.ts'
import type { DayPlanRow } from './day-plan-tables.ts'
import type { CrmTables } from './crm-tables.ts'
import type { InstallationTables } from './installation-tables.ts'
import type { PlanTables } from './plan-tables.ts'
import type { SignalTables } from './signal-tables.ts'
import type { SourceTables } from './source-tables.ts'
import type { UploadTables } from './upload-tables.ts'

/** Market records, shared by all organisations. `doc` holds the public part. */
export type CompanyRow = {
  id: string
  /** A reader at tick n requests seq > n. */
  seq: Big
  name: string
  /** Folded, without the legal form. */
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

export type SearchContent = Criteria & { prompt: string | null }

export type SavedItemRow = {
  org_id: string
  id: string
  kind: ListKind
  category: Category
  name: string
  name_key: string
  owner_id: string
  shared: boolean
  content: JSONColumnType<SearchContent>
  size: Generated<number>
  version: Generated<number>
  seq: Big
  /** The tick at which sharing last ended, or 0. */
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

export type FollowUpRow = {
  org_id: string
  id: string
  owner_id: string
  category: Category
  record_id: string
  text: string
  due_day: string
  due_time: string | null
  state: Generated<'open' | 'done' | 'dropped' | 'ended'>
  /** The day and time of its last reminder. */
  reminded: string | null
  origin_kind: 'visit' | 'note' | 'signal' | null
  origin_id: string | null
  version: Generated<number>
  seq: Big
  created_at: At
  updated_at: At
  deleted_at: Moment
}

/** Append-only; `changed` names the changed fields. */
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

/** `key` is null once the file is deleted. */
export type StoredFile = {
  key: string | null
  name: string
  bytes: number
  /** Their records were suppressed since. */
  without?: readonly number[]
}

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
  /** Keys of `contract/records/export-columns.ts`, in order; `own_columns` are an upload's headers, before them. */
  columns: JSONColumnType<string[]>
  own_columns: JSONColumnType<string[], string | undefined>
  /** Of a push: what becomes of its conflicts. */
  decisions: ColumnType<ConflictDecisions | null, string | null | undefined, string | null>
  /** Of a push: the mapping of this attempt. Null without a connection. */
  mapping_version: ColumnType<number | null, number | null | undefined, number | null>
  agreed: number
  /** `attempt` counts a member's retries, `run` the workers' claims: a worker writes only while `run` is its own. */
  attempt: Generated<number>
  run: Generated<number>
  requested: number
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
  /** After it the sweep ends the request, whatever happened to its worker. */
  deadline_at: At
  created_at: At
  updated_at: At
}

export type RequestRowRow = {
  org_id: string
  request_id: string
  row: number
  record_id: string | null
  name: string
  /** The cells of the upload's row under `own_columns`. */
  own: ColumnType<string[] | null, string | null | undefined, never>
  outcome: ColumnType<RowOutcome | null, RowOutcome | null | undefined, RowOutcome | null>
  reason: ColumnType<string | null, string | null | undefined, string | null>
  /** A push has used its contact details, or a CRM has taken the company: it is paid for (decision 044). */
  used: Generated<boolean>
}

export type Tables = UploadTables &
  PlanTables &
  CrmTables &
  CrmActivityTables &
  PrivacyTables &
  CreditTables &
  SignalTables &
  SourceTables &
  InstallationTables &
  OwnTables

type OwnTables = {
  company: CompanyRow
  person: PersonRow
  /** A single row; taking the next tick serialises writers of market records, so that ticks commit in order. */
  record_clock: {
    seq: Big
    /** The tick of the last removal of a person: an index that was built before it holds that person's text. */
    removed: BigPreset
  }
  record_removed: { category: Category; id: string; seq: Big }
  search_index: { name: string; tick: Big }
  /** Until the file of their suppliers arrives, and after. */
  award_notice: { id: string; award: JSONColumnType<Record<string, unknown>> }
  import_run: {
    id: string
    format: string
    file_name: string
    started_at: At
    finished_at: ColumnType<Date | null, Date | string | null, Date | string | null>
    summary: JSONColumnType<Record<string, unknown>> | null
  }
  customer: {
    org_id: string
    name: string
    country: 'AU' | 'NZ' | 'ALL'
    default_country: 'AU' | 'NZ' | 'ALL' | null
    website: string | null
    /** Only those that differ from the defaults. */
    features: JSONColumnType<Record<string, { enabled: boolean }>, string | undefined>
    billing_email: ColumnType<string | null, string | null | undefined, string | null>
    /** An ABN or a New Zealand GST number, digits only. */
    tax_id: ColumnType<string | null, string | null | undefined, string | null>
    policies: JSONColumnType<Partial<Policies>, string | undefined>
    /** By Clerk's clock; the later of two names wins. */
    name_at: At
    /** Clerk does not have the name yet. */
    renaming: Generated<boolean>
    /** When the list was last complete. */
    listed_at: Moment
    deleted_at: Moment
    created_at: Generated<At>
  }
  /** Later facts replace earlier ones, so the order of arrival does not matter. */
  member: {
    org_id: string
    user_id: string
    role: Member['role']
    role_at: At
    name: Generated<string>
    email: Generated<string>
    name_at: At
    ended_at: Moment
    /** `ended_at`, unless the membership is proven at a later time. */
    removed_at: ColumnType<Date | null, never, never>
    cap: ColumnType<number | null, number | null | undefined, number | null>
    disabled: JSONColumnType<Act[], string | undefined>
    last_seen: Moment
    updated_at: At
  }
  /** Append-only. */
  member_change: {
    org_id: string
    id: string
    at: At
    by_user: string
    user_id: string
    change: JSONColumnType<Record<string, unknown>>
  }
  /** Across organisations; the application role cannot read them. */
  clerk_user: {
    user_id: string
    name: Generated<string>
    email: Generated<string>
    name_at: At
    deleted_at: Moment
    /** As webhooks named them. */
    orgs: JSONColumnType<string[], string | undefined>
  }
  /** By the sender's id. */
  webhook_event: { source: 'clerk' | 'stripe'; id: string; type: string; received_at: At }
  subscription: {
    org_id: string
    data: JSONColumnType<Record<string, unknown>>
    updated_at: Generated<At>
    /** The number of users that Clerk last took as its limit. */
    sent_seats: ColumnType<number | null, number | null | undefined, number | null>
  }
  record_activity: {
    org_id: string
    kind: 'cus-downloaded' | 'cus-pushed-enriched'
    value: string
    category: Category
    record_id: string
  }
  maintenance: { single: Generated<boolean>; text: string; until: Moment }
  /** What the platform says of a flag, instead of its default. */
  platform_flag: { name: string; enabled: boolean }
  feedback: {
    org_id: string
    id: string
    user_id: string
    kind: string
    message: string
    page: string
    record_id: string | null
    created_at: At
    /** The build it is about; null of older devices. */
    deployment: ColumnType<string | null, string | null | undefined, never>
    /** A JPEG of the screen. */
    picture: ColumnType<Uint8Array | null, Uint8Array | null | undefined, null>
  }
  /** Taking the next tick serialises writers of saved work, so that ticks commit in order. */
  org_clock: {
    org_id: string
    seq: Big
    floor: BigPreset
    suppressed: BigPreset
    /** It changes with a restore of the database. */
    epoch: Generated<string>
  }
  saved_item: SavedItemRow
  saved_version: VersionRow
  saved_seen: { org_id: string; user_id: string; item_id: string; total: number; seq: Big }
  list_member: {
    org_id: string
    list_id: string
    record_id: string
    seq: Big
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
  /** Append-only. */
  account_intelligence: {
    org_id: string
    version: number
    at: At
    by_user: string
    config: JSONColumnType<Record<string, unknown>>
  }
  download_request: DownloadRequestRow
  request_row: RequestRowRow
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
  activity: ActivityRow
  activity_version: VersionRow
  follow_up: FollowUpRow
  day_plan: DayPlanRow
  follow_up_version: VersionRow
  cadence: CadenceRow
  day_plan_version: VersionRow
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
}
