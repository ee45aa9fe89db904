import type { Buckets } from './buckets.ts'
import type { CallLog } from './call-log.ts'
import type { OAuthPolicy, CrmOAuth } from './oauth.ts'
import type { CrmState, FieldDefinition } from './state.ts'
import type { CrmStore } from './store.ts'
import type { CrmApp } from './app.ts'
import type { CrmEmulatorOptions, CrmFault, CrmRecord, FaultBody } from './types.ts'

export type CrmUser = {
  id: string
  email: string
  name: string
  isActive: boolean
  /** Never granted to this user's connections, though requested. */
  deniedScopes: readonly string[]
}

/** What the emulators of all CRMs share. */
export type CrmWorld = {
  name: string
  state: CrmState
  store: CrmStore
  oauth: CrmOAuth
  buckets: Buckets
  calls: CallLog
  users: readonly CrmUser[]
  now: () => number
  /** Of the emulator itself. */
  url: () => string
  /** By name; undefined if the account does not have it. */
  field: (object: string, name: string) => FieldDefinition | undefined
  save: () => void
}

/** `body` is sent as JSON, or as it is if a string. */
export type CrmAnswer = {
  status: number
  body?: object | string | undefined
  headers?: Record<string, string> | undefined
}

/** What a CRM's emulator gives to the core. */
export type CrmDefinition = {
  /** As people write it; the data file's name in lower case. */
  name: string
  /** The prefix of its settings, as in ACME_CLIENT_ID. */
  prefix: string
  oauth: OAuthPolicy
  searchLagMs: number
  /** Beside those of the demo seed. */
  users: readonly CrmUser[]
  newId: (object: string, number: number) => string
  /** What the connector takes as `origins`, from the emulator's own address. */
  origins: (url: string) => Record<string, string>
  /** Objects that have activities' shape are not records. Fields, and records of the demo seed. */
  seed: (world: CrmWorld, seed: NonNullable<CrmEmulatorOptions['seed']>) => void
  routes: (app: CrmApp, world: CrmWorld) => void
  /** The CRM's own bodies. */
  refusals: {
    /** For a call without a good token. */
    token: (problem: 'missing' | 'unknown' | 'expired') => CrmAnswer
    /** With the moment until which the CRM wants no calls, ms since 1970. */
    throttled: (limit: 'calls' | 'budget', now: number) => CrmAnswer & { until: number }
    /** Of token requests; absent: as of calls. */
    throttledTokens?: (now: number) => CrmAnswer & { until: number }
    unavailable: (status: number) => CrmAnswer
    /** A path or shape that is not emulated; 501. */
    notEmulated: (what: string) => CrmAnswer
  }
  /** Names by which two records are the same, e.g. `email:ana@x.au`. */
  keysOf: (record: CrmRecord) => readonly string[]
  /** For `audit().calls`; absent: digits and GUIDs are left out. */
  describePath?: (path: string) => string
  /** What a fault of a kind that acts at once changes beside the core; for `move` and `budget`. */
  onFault?: (world: CrmWorld, fault: CrmFault) => void
  /** Of a deletion, merge or edit by a user, beside the core. */
  onMerge?: (world: CrmWorld, lost: string, survivor: string) => void
  /** Absent: a revocation ends all tokens. */
  onRevoke?: (world: CrmWorld) => void
}

/** Thrown by handlers; becomes the answer. */
export class CrmRefused extends Error {
  readonly answer: CrmAnswer

  constructor(answer: CrmAnswer) {
    super(`refused with ${answer.status}`)
    this.answer = answer
  }
}

export const htmlPage = (status: number): string =>
  `<!DOCTYPE html>\n<html><head><title>${status}</title></head><body><center><h1>${status}</h1></center><hr><center>proxy</center></body></html>`

export const faultAnswer = (
  { refusals }: CrmDefinition,
  status: number,
  body: FaultBody = 'json',
): CrmAnswer => {
  if (body === 'json') return refusals.unavailable(status)
  if (typeof body === 'object') return { status, body: body.json }
  return {
    status,
    body: body === 'html' ? htmlPage(status) : '',
    headers: { 'content-type': 'text/html' },
  }
}
