import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Everything the emulator remembers between two starts. Times are milliseconds. */
export interface State {
  users: Record<string, UserRecord>
  organizations: Record<string, OrganizationRecord>
  memberships: Record<string, MembershipRecord>
  invitations: Record<string, InvitationRecord>
  clients: Record<string, ClientRecord>
  codes: Record<string, CodeRecord>
  sent: SentMessage[]
  deliveries: DeliveryRecord[]
}

/** What the instance's own API lets servers keep with a user, an organisation or a membership. */
export type Metadata = Record<string, unknown>

export interface UserRecord {
  id: string
  firstName: string | null
  lastName: string | null
  emails: Identification[]
  phones: Identification[]
  primaryEmailId: string | null
  primaryPhoneId: string | null
  passwordHash: string | null
  passwordUpdatedAt: number | null
  seededWith: string | null
  externalId: string | null
  /** The file of an uploaded picture; null: initials are drawn. */
  imageId: string | null
  lastOrganizationId: string | null
  lastSignInAt: number | null
  lastActiveAt: number | null
  unsafeMetadata: Metadata
  publicMetadata: Metadata
  privateMetadata: Metadata
  createdAt: number
  updatedAt: number
}

/** An e-mail address or a phone number that belongs to a user. */
export interface Identification {
  id: string
  value: string
  verified: boolean
}

export interface OrganizationRecord {
  id: string
  name: string
  slug: string
  createdBy: string | null
  imageId: string | null
  publicMetadata: Metadata
  privateMetadata: Metadata
  createdAt: number
  updatedAt: number
}

export interface MembershipRecord {
  id: string
  organizationId: string
  userId: string
  role: string
  publicMetadata: Metadata
  privateMetadata: Metadata
  createdAt: number
  updatedAt: number
}

export interface InvitationRecord {
  id: string
  organizationId: string
  email: string
  role: string
  status: 'pending' | 'accepted' | 'revoked'
  /** What the link in the invitation carries; it proves the address it was sent to. */
  ticket: string
  expireAt: number
  publicMetadata: Metadata
  privateMetadata: Metadata
  createdAt: number
  updatedAt: number
}

/** One browser, recognised by the secret in its `__client` cookie. */
export interface ClientRecord {
  id: string
  secret: string
  sessions: SessionRecord[]
  lastActiveSessionId: string | null
  signIn: SignInRecord | null
  signUp: SignUpRecord | null
  createdAt: number
  updatedAt: number
}

export interface SessionRecord {
  id: string
  userId: string
  organizationId: string | null
  status: 'active' | 'ended' | 'removed' | 'revoked'
  userAgent: string
  ip: string
  createdAt: number
  lastActiveAt: number
  expireAt: number
}

export interface SignInRecord {
  id: string
  userId: string
  identifier: string
  strategy: string | null
  status: 'needs_first_factor' | 'needs_new_password' | 'complete'
  sessionId: string | null
}

export interface SignUpRecord {
  id: string
  email: string | null
  phone: string | null
  firstName: string | null
  lastName: string | null
  passwordHash: string | null
  emailVerified: boolean
  /** The invitation that the sign-up began with. */
  invitationId: string | null
  userId: string | null
  sessionId: string | null
  abandonAt: number
}

/** A code under way, kept under the id of what it proves. */
interface CodeRecord {
  code: string
  attempts: number
  expireAt: number
}

/** A message that would have been sent; `link` is empty where the message holds a code, and the other way round. */
interface SentMessage {
  at: number
  to: string
  subject: string
  code: string
  link: string
}

/** An event on its way to the product's webhook; `body` is sent and signed as it stands here. */
export interface DeliveryRecord {
  id: string
  type: string
  at: number
  body: string
  attempts: number
  nextAt: number
  status: 'waiting' | 'delivered' | 'given up'
  /** What the last attempt met: a status code or the reason why there was none. */
  answer: string | null
}

const EMPTY: State = {
  users: {},
  organizations: {},
  memberships: {},
  invitations: {},
  clients: {},
  codes: {},
  sent: [],
  deliveries: [],
}

// What records of earlier versions of the emulator lack.
const NO_METADATA = { publicMetadata: {}, privateMetadata: {} }
const ADDED = {
  users: {
    ...NO_METADATA,
    passwordUpdatedAt: null,
    externalId: null,
    imageId: null,
    lastActiveAt: null,
  },
  organizations: { ...NO_METADATA, imageId: null },
  memberships: NO_METADATA,
  invitations: { ...NO_METADATA, ticket: '', expireAt: Number.MAX_SAFE_INTEGER },
  sessions: { status: 'active', ip: '' },
}

/** Reads the state of a data folder (an empty one at first) and hands out how to save it: whole, atomically, for its owner only. */
export function openState(folder: string): { state: State; save: () => void } {
  const file = join(folder, 'state.json')
  const state: State = structuredClone({ ...EMPTY, ...readJson(file, EMPTY) })
  const rooms = ['users', 'organizations', 'memberships', 'invitations'] as const
  for (const room of rooms) complete(Object.values(state[room]), ADDED[room])
  for (const client of Object.values(state.clients)) complete(client.sessions, ADDED.sessions)
  return { state, save: () => writeJson(file, state) }
}

function complete(records: object[], added: object): void {
  for (const record of records) Object.assign(record, { ...structuredClone(added), ...record })
}

/** The file as written by `writeJson`, or the fallback where there is none. */
export function readJson<T extends object>(file: string, fallback: T): T {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return fallback
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this process writes the file
  return JSON.parse(text) as T
}

/** Replaces the file in one step, so that a crash leaves the old or the new one, never half. */
export function writeJson(file: string, value: object): void {
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
  const draft = `${file}.new`
  writeFileSync(draft, JSON.stringify(value), { mode: 0o600 })
  renameSync(draft, file)
}
