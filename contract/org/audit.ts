import * as z from 'zod/mini'
import { adminEndpoint } from '../core/endpoint.ts'
import type { Act } from './members.ts'
import { Moment, ReportedDay, ReportedMoment } from '../saved-work/item.ts'

export const auditActs = {
  reveal: 'Revealed records',
  download: 'Downloaded records',
  push: 'Pushed records to a CRM',
  enrich: 'Downloaded from uploads',
  file: 'Downloaded a file',
  'work-file': 'Exported lists, notes and searches',
  'own-data': 'Downloaded their own data',
  'organisation-data': 'Downloaded the company’s data',
  'member-limits': 'Changed a credit limit',
  'member-role': 'Changed a user’s role',
  'member-left': 'User left or was removed',
  plan: 'Changed the plan',
  'credits-ordered': 'Ordered add-on credits',
  policies: 'Changed a policy',
  'do-not-call': 'Uploaded a Do Not Call check',
  suppression: 'Changed a suppression list',
  sharing: 'Changed sharing',
  'crm-connected': 'Connected a CRM',
  'crm-disconnected': 'Disconnected a CRM',
  'crm-mapping': 'Changed what goes into a CRM',
  source: 'Changed a data source',
  'person-removed': 'Removed a person from Fieldbook',
} as const satisfies Record<Act, string> & Record<string, string>

export const AuditAct = z.enum(
  // The keys of a constant have its type's keys.
  Object.keys(auditActs) as (keyof typeof auditActs)[],
)
export type AuditAct = z.infer<typeof AuditAct>

/** Never a person's name or contact details. */
export const AuditDetails = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
)
export type AuditDetails = z.infer<typeof AuditDetails>

/** `seq` counts from 1 without gaps; `hash` covers the entry and the hash before it. */
export const AuditEntry = z.object({
  seq: z.int(),
  at: Moment,
  act: AuditAct,
  /** The id of a request, user, list or record, or the name of a policy. */
  subject: z.string(),
  details: AuditDetails,
  /** Null if no member of the organisation acted. */
  userId: z.nullable(z.string()),
  userName: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const maxAuditFileRows = 10_000

const chosen = {
  act: z.optional(AuditAct),
  userId: z.optional(z.string().check(z.maxLength(80))),
  /** UTC days, both included; or moments, the last excluded, for days in the caller's time zone. */
  since: z.optional(z.union([ReportedDay, ReportedMoment])),
  until: z.optional(z.union([ReportedDay, ReportedMoment])),
}

export const auditEndpoints = {
  audit: adminEndpoint({
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
  }),
  /** Recomputes all hashes. `brokenAt` is the first entry that does not match, or one past the last if the end is missing; null if all are intact. */
  auditCheck: adminEndpoint({
    method: 'GET',
    path: '/audit/check',
    summary: 'Whether every entry is as it was written',
    input: z.object({}),
    output: z.object({ entries: z.int(), brokenAt: z.nullable(z.int()) }),
    gate: 'member',
  }),
  /** The newest 10,000; `total` is the number of all matching entries. */
  auditFile: adminEndpoint({
    method: 'GET',
    path: '/audit/file',
    summary: 'The same as the text of a CSV file',
    input: z.object(chosen),
    output: z.object({ name: z.string(), csv: z.string(), rows: z.int(), total: z.int() }),
    gate: 'member',
    rate: 'requests',
  }),
}
