import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Category, Company, Person } from '../../contract/records.ts'

/** bigint and numeric travel as text on both engines; dates as YYYY-MM-DD text. */
type Big = ColumnType<string, string | number, string | number>
type At = ColumnType<Date, Date | string | undefined, Date | string>

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

export type Tables = {
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
    created_at: Generated<At>
  }
  subscription: {
    org_id: string
    data: JSONColumnType<Record<string, unknown>>
    updated_at: Generated<At>
  }
  unlock: { org_id: string; category: Category; record_id: string; at: Generated<At> }
  record_activity: {
    org_id: string
    kind: 'cus-list' | 'cus-downloaded' | 'cus-pushed-enriched'
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
