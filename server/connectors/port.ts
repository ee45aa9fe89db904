/**
 * What a CRM connector promises: pure protocol. It has no database, no timer and no retry of its own; the domain owns tokens, pacing,
 * retries, the plan and the record of what was sent.
 */
import type { Http, HttpAnswer } from './http.ts'

export type ObjectKind = 'company' | 'contact' | 'lead'

/** Absent where the CRM sets no end: then only a refused call shows that the token expired. `baseUrl` is where the account's API is. */
export type Grant = {
  accessToken: string
  refreshToken: string | null
  /** ms since 1970. */
  expiresAt: number | null
  scopes: readonly string[]
  baseUrl: string
  /** Where this account signs in, if not where all do (Salesforce My Domain, an Entra tenant). */
  signInUrl?: string | undefined
}

/** What a call of the API needs. */
export type Api = { http: Http; grant: Grant }

export type Account = {
  id: string
  name: string
  /** IANA. */
  timeZone: string | null
  /** The CRM's user that connected. */
  userId: string
  userEmail: string | null
  /** Of what the connector needs; shown by name to the admin. */
  missingScopes: readonly string[]
}

export type FieldType =
  | 'text'
  | 'long'
  | 'number'
  | 'bool'
  | 'date'
  | 'time'
  | 'choice'
  | 'choices'
  | 'phone'
  | 'email'
  | 'url'
  | 'address'
  | 'owner'
  | 'reference'

export type Field = {
  name: string
  label: string
  type: FieldType
  /** In characters. */
  maxLength: number | null
  /** The API refuses a create without it. */
  required: boolean
  writable: 'always' | 'create' | 'never'
  unique: boolean
  choices: readonly { value: string; label: string; active: boolean }[]
  /** Refuses a value that is no choice. */
  closed: boolean
}

export type Owner = { id: string; email: string | null; name: string; active: boolean }

/** Values as the CRM's API takes them, by field name. Null clears; what is absent does not change. */
export type Value = string | number | boolean | null | readonly string[]
export type Values = Readonly<Record<string, Value>>

/** `own` is our record's id in the connector's own key field. */
export type KeyKind = 'own' | 'email' | 'domain' | 'abn' | 'nzbn' | 'linkedin'
export type MatchKey = { kind: KeyKind; value: string }

/** A live record of the CRM. */
export type Candidate = {
  id: string
  name: string
  /** Where a user sees it in the CRM. */
  url: string
  keys: readonly MatchKey[]
}

export type Current =
  | { is: 'live'; values: Values; url: string; etag?: string | undefined }
  /** `into` is the record that it was merged into. */
  | { is: 'deleted'; into?: string | undefined }

export type Write = {
  /** The caller's name for this write; its answer carries it. */
  ref: string
  object: ObjectKind
  /** Of our record: the value of the own key field, or the seed of the id that we choose. */
  key: string
  values: Values
  /** The CRM's id of the record to update; absent: create. */
  id?: string | undefined
  /** Update only if it has not changed since. */
  etag?: string | undefined
}

export type Written = { ref: string } & (
  | { is: 'created' | 'updated'; id: string }
  /** The CRM says that it has the record. Empty if it does not say which. */
  | { is: 'exists'; candidates: readonly string[] }
  | { is: 'deleted'; into?: string | undefined }
  | {
      is: 'refused'
      code: string
      /** The CRM's field. */
      field?: string | undefined
      /** The CRM's own sentence. */
      text: string
      /** `after-schema`: describe again first. `soon`: a lock or a limit of this row alone. */
      retry: 'never' | 'after-schema' | 'soon'
    }
  /** Only from `resolve`: it did not happen, and no longer can. */
  | { is: 'absent' }
  | { is: 'unknown' }
)

export type Activity = {
  ref: string
  /** Of our activity; the same on every attempt. */
  key: string
  kind: 'visit' | 'note' | 'task'
  subject: string
  /** Plain text. The connector escapes it. */
  text: string
  /** ms since 1970: when it happened, or is due. */
  at: number
  ownerId: string | null
  company: string | null
  person: { object: 'contact' | 'lead'; id: string } | null
  /** The CRM's id, to change it. */
  id?: string | undefined
}

export type Changes = {
  records: readonly Candidate[]
  deleted: readonly { id: string; into?: string | undefined }[]
  /** Opaque; where to go on. */
  next: string
  isLast: boolean
}

/** At most so many records a call, so many calls at once, and the pause after which an unanswered create is over. */
export type Limits = {
  write: number
  read: number
  find: number
  inFlight: number
  settleMs: number
  /** Calls within so many ms that leave the customer's other apps their share. */
  pace: { calls: number; perMs: number }
}

export type PlanCounts = { create: number; update: number; read: number }

export type Cost = {
  calls: number
  /** What the CRM counts a day, if not calls. */
  units: { name: string; count: number } | null
  minutes: number
}

export type OAuth = {
  /** `hint` is what the admin typed: the CRM's address, where the CRM has one for each customer. */
  authorize(request: {
    state: string
    challenge: string
    redirect: string
    hint?: string | undefined
  }): URL
  /** Throws SignInRefused. */
  redeem(
    http: Http,
    code: { code: string; verifier: string; redirect: string; hint?: string | undefined },
  ): Promise<Grant>
  /** Throws Revoked, or ClientRefused if our own credentials are wrong. */
  refresh(http: Http, grant: Grant): Promise<Grant>
  /** Never fails because it was revoked before. */
  revoke(http: Http, grant: Grant): Promise<void>
  /** What a refresh does to the token used; `kills-old` allows one refresh at a time and no second attempt. */
  rotates: 'never' | 'keeps-old' | 'kills-old'
  /** An address that the admin types before connecting: required, optional or null. */
  hint: { label: string; example: string; required: boolean } | null
}

/** Our own field in the CRM that makes a create repeatable; `make` is idempotent. */
export type OwnKey = {
  field: Readonly<Partial<Record<ObjectKind, string>>>
  /** False if the account does not allow it; then `resolve` is the guard. */
  ensure(api: Api, object: ObjectKind): Promise<boolean>
}

/**
 * Errors are those of `errors.ts`. `write` never throws Unavailable once the body was sent: that is Uncertain. Answers match by `ref`.
 */
export type Connector = {
  oauth: OAuth
  /** Host names that calls may go to: exact, or with a leading `*.`. */
  hosts(grant: Grant | null): readonly string[]
  objects: { company: 'company'; person: readonly ('contact' | 'lead')[] }
  account(api: Api): Promise<Account>
  describe(api: Api, object: ObjectKind): Promise<readonly Field[]>
  owners(api: Api): Promise<readonly Owner[]>
  /** Null: the id itself is ours, or the CRM has no such key. */
  ownKey: OwnKey | null
  /** What an unanswered create leaves: `repeat` may be sent again at once, `resolve` needs `settleMs` and a look. */
  createGuard: 'repeat' | 'resolve'
  /** A page of changes since a cursor; null begins a full pass. */
  changes(api: Api, object: ObjectKind, cursor: string | null): Promise<Changes>
  /** Whether `changes` names deleted records; otherwise only a full pass and `read` show that they are missing. */
  namesDeleted: boolean
  /** Live records by key, as the CRM spells keys; a key that nothing has is absent. */
  find(
    api: Api,
    object: ObjectKind,
    keys: readonly MatchKey[],
  ): Promise<readonly { key: MatchKey; candidates: readonly Candidate[] }[]>
  read(
    api: Api,
    object: ObjectKind,
    ids: readonly string[],
    fields: readonly string[],
  ): Promise<ReadonlyMap<string, Current>>
  /** All of one object and of one act; at most `limits.write`. */
  write(api: Api, writes: readonly Write[]): Promise<readonly Written[]>
  /** What became of creates whose answer was lost at `sentAt` (ms since 1970); at most `limits.read`. */
  resolve(api: Api, writes: readonly Write[], sentAt: number): Promise<readonly Written[]>
  /** Puts people into companies; repeatable. `ref` is the person's id. */
  link(
    api: Api,
    pairs: readonly { object: 'contact' | 'lead'; person: string; company: string }[],
  ): Promise<readonly Written[]>
  activity(api: Api, activity: Activity): Promise<Written>
  resolveActivity(api: Api, activity: Activity, sentAt: number): Promise<Written>
  recordUrl(account: Account, grant: Grant, object: ObjectKind, id: string): string
  /** The CRM's field for a fact of ours, offered where `describe` has it. */
  defaults: {
    company: Readonly<Record<string, string>>
    person: Readonly<Record<string, string>>
  }
  limits: Limits
  cost(counts: PlanCounts): Cost
  /** What an answer says is left today of what `cost` counts; null if it doesn't say. Null: no answer of this CRM does. */
  leftToday: ((answer: Pick<HttpAnswer, 'headers'>) => number | null) | null
  /** When that begins again, in ms since 1970. Null: no answer says how much is left, or it begins again bit by bit. */
  dailyResetAfter: ((at: number) => number) | null
}

/** Client id and secret of the installation's app; `origins` replaces the vendor's addresses (the emulator). */
export type ConnectorSettings = {
  clientId: string
  clientSecret: string
  origins?: Readonly<Record<string, string>> | undefined
}

export type ConnectorKind = {
  /** The request type: spec 3, or a constant of twelve hexadecimal digits. */
  key: string
  label: string
  icon: string
  /** Two letters, unlike any other's. */
  initials: string
  /** The prefix of its settings, as in HUBSPOT_CLIENT_ID. */
  settings: string
  /** `now` is in ms since 1970. */
  open(settings: ConnectorSettings, now?: () => number): Connector
}
