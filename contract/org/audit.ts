import * as z from 'zod/mini'
import { call } from '../core/endpoint.ts'
import type { Act } from './members.ts'
import { Moment, ToldDay, ToldMoment } from '../saved-work/item.ts'

/** What is written down of what people do (reliability, Privacy), in the words of a filter and of a file. */
export const auditActs = {
  reveal: 'Revealed records',
  download: 'Downloaded records',
  push: 'Pushed records to a CRM',
  enrich: 'Enriched an upload',
  file: 'Downloaded a file',
  'member-limits': 'Changed a credit limit',
  'member-role': 'Changed a user’s role',
  'member-left': 'User left or was removed',
  policies: 'Changed a policy',
  'do-not-call': 'Uploaded a Do Not Call check',
  suppression: 'Changed a suppression list',
  sharing: 'Changed sharing',
  'person-removed': 'Removed a person from Fieldbook',
} as const satisfies Record<Act, string> & Record<string, string>

export const AuditAct = z.enum(
  // The keys of a constant are what its type says.
  Object.keys(auditActs) as (keyof typeof auditActs)[],
)
export type AuditAct = z.infer<typeof AuditAct>

/** What an entry says besides: numbers, days and states, never a person's name or contact details. */
export const AuditDetails = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
)
export type AuditDetails = z.infer<typeof AuditDetails>

/** One entry. `seq` counts from 1 without a gap; `hash` seals it together with the one before. */
export const AuditEntry = z.object({
  seq: z.int(),
  at: Moment,
  act: AuditAct,
  /** What it was about: the id of a request, user, list or record, or the name of a policy. */
  subject: z.string(),
  details: AuditDetails,
  /** Who; null where nobody of the organisation did it. */
  userId: z.nullable(z.string()),
  userName: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Entries one file holds at most. */
export const mostInAuditFile = 10_000

const chosen = {
  act: z.optional(AuditAct),
  userId: z.optional(z.string().check(z.maxLength(80))),
  /** Days of Coordinated Universal Time, both included; or moments, from the first on and before the last, for days of where one is. */
  since: z.optional(z.union([ToldDay, ToldMoment])),
  until: z.optional(z.union([ToldDay, ToldMoment])),
}

/** The audit log of an organisation, for its admins: it can be added to and read, never changed. */
export const auditCalls = {
  audit: call({
    method: 'GET',
    path: '/audit',
    summary: 'What was done, the latest first',
    input: z.object({
      ...chosen,
      from: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)), 0),
      size: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 25),
    }),
    output: z.object({ success: z.boolean(), total: z.int(), entries: z.array(AuditEntry) }),
    gate: 'member',
    roles: ['admin'],
  }),
  /** Computes every seal again. `brokenAt` is the first entry that does not fit, one past the last where the end is missing; null where all is as it was written. */
  auditCheck: call({
    method: 'GET',
    path: '/audit/check',
    summary: 'Whether every entry is as it was written',
    input: z.object({}),
    output: z.object({ entries: z.int(), brokenAt: z.nullable(z.int()) }),
    gate: 'member',
    roles: ['admin'],
  }),
  /** The latest 10,000; `total` says how many there are, so that nothing is left out unseen. */
  auditFile: call({
    method: 'GET',
    path: '/audit/file',
    summary: 'The same as the text of a CSV file',
    input: z.object(chosen),
    output: z.object({ name: z.string(), csv: z.string(), rows: z.int(), total: z.int() }),
    gate: 'member',
    roles: ['admin'],
    rate: 'requests',
  }),
}
