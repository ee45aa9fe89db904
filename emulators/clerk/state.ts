import { join } from 'node:path'
import { readJson, writeJson } from '../json-file.ts'

/** Times are in milliseconds. */
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
  /** Null: drawn initials. */
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
  /** 0: no limit. */
  maxAllowedMemberships: number
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
  /** The secret of the invitation's link; it proves the address. */
  ticket: string
  expireAt: number
  publicMetadata: Metadata
  privateMetadata: Metadata
  createdAt: number
  updatedAt: number
}

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
  invitationId: string | null
  userId: string | null
  sessionId: string | null
  abandonAt: number
}

/** Stored under the id of what it verifies. */
interface CodeRecord {
  code: string
  attempts: number
  expireAt: number
}

/** `link` is empty when the message has a code, and the reverse. */
interface SentMessage {
  at: number
  to: string
  subject: string
  code: string
  link: string
}

/** `body` is signed and sent verbatim. */
export interface DeliveryRecord {
  id: string
  type: string
  at: number
  body: string
  attempts: number
  nextAt: number
  status: 'waiting' | 'delivered' | 'given up'
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

// Fields missing in records of earlier versions of the emulator.
const NO_METADATA = { publicMetadata: {}, privateMetadata: {} }
const ADDED = {
  users: {
    ...NO_METADATA,
    passwordUpdatedAt: null,
    externalId: null,
    imageId: null,
    lastActiveAt: null,
  },
  organizations: { ...NO_METADATA, imageId: null, maxAllowedMemberships: 0 },
  memberships: NO_METADATA,
  invitations: { ...NO_METADATA, ticket: '', expireAt: Number.MAX_SAFE_INTEGER },
  sessions: { status: 'active', ip: '' },
}

/** Empty at first; `save` writes atomically, readable by its owner only. */
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
