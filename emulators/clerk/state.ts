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
}

export interface UserRecord {
  id: string
  firstName: string | null
  lastName: string | null
  emails: Identification[]
  phones: Identification[]
  primaryEmailId: string | null
  primaryPhoneId: string | null
  passwordHash: string | null
  seededWith: string | null
  lastOrganizationId: string | null
  lastSignInAt: number | null
  unsafeMetadata: Record<string, unknown>
  publicMetadata: Record<string, unknown>
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
  publicMetadata: Record<string, unknown>
  createdAt: number
  updatedAt: number
}

export interface MembershipRecord {
  id: string
  organizationId: string
  userId: string
  role: string
  createdAt: number
  updatedAt: number
}

export interface InvitationRecord {
  id: string
  organizationId: string
  email: string
  role: string
  status: 'pending' | 'accepted' | 'revoked'
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
  userAgent: string
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

interface SentMessage {
  at: number
  to: string
  subject: string
  code: string
}

const EMPTY: State = {
  users: {},
  organizations: {},
  memberships: {},
  invitations: {},
  clients: {},
  codes: {},
  sent: [],
}

/** Reads the state of a data folder (an empty one at first) and hands out how to save it: whole, atomically, for its owner only. */
export function openState(folder: string): { state: State; save: () => void } {
  const file = join(folder, 'state.json')
  const state: State = structuredClone({ ...EMPTY, ...readJson(file, EMPTY) })
  return { state, save: () => writeJson(file, state) }
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
