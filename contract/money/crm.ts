import * as z from 'zod/mini'
import { adminEndpoint, memberEndpoint } from '../core/endpoint.ts'
import { RecordSource } from './credits.ts'
import { Category } from '../records/records.ts'
import { Id, maxListed, Moment, Nothing } from '../saved-work/item.ts'

/** The request type of a CRM's push: spec 3. Which there are is in `/configs.requestTypes`. */
export const ConnectorKey = z
  .string()
  .check(z.regex(/^(HS_INTEGRATION|SF_INTEGRATION|PIPEDRIVE_INTEGRATION|[0-9a-f]{12})$/))

/** Spec 4; the integration is enabled when installed or success. */
export const InstallState = z.enum(['idle', 'installed', 'success'])
export type InstallState = z.infer<typeof InstallState>

export const CrmConnection = z.object({
  id: Id,
  /** Whether calls are possible; what to do otherwise is in `problem`. */
  isWorking: z.boolean(),
  accountId: z.string(),
  accountName: z.string(),
  /** The CRM's user, whose rights apply. */
  accountUser: z.nullable(z.string()),
  /** The CRM's own names. */
  missingScopes: z.array(z.string()),
  connectedBy: z.nullable(z.string()),
  connectedAt: Moment,
  /** A sentence for the admin; null if all is well. */
  problem: z.nullable(z.string()),
  /** The CRM asked us to wait until then. */
  waitsUntil: z.nullable(Moment),
  /** Since then its records may have changed unseen; null until they were all read for the first time. */
  recordsAsOf: z.nullable(Moment),
  /** Addresses of its records by 'company', 'contact' or 'lead', with `{id}` for the record's id. */
  recordUrls: z.record(z.string(), z.string()),
})
export type CrmConnection = z.infer<typeof CrmConnection>

export const Integration = z.object({
  key: ConnectorKey,
  label: z.string(),
  icon: z.string(),
  /** Of two letters, unlike any other CRM's. */
  initials: z.string(),
  /** False: the operator has not entered a client id for this CRM. */
  isSetUp: z.boolean(),
  state: InstallState,
  /** What people can become there; empty if it is not set up. */
  people: z.array(z.enum(['contact', 'lead'])),
  /** What the admin types before connecting. */
  address: z.nullable(z.object({ label: z.string(), example: z.string(), required: z.boolean() })),
  connection: z.nullable(CrmConnection),
})
export type Integration = z.infer<typeof Integration>

export const FillRule = z.enum(['fill-if-empty', 'overwrite', 'never'])
export type FillRule = z.infer<typeof FillRule>

const ChoiceText = z.string().check(z.maxLength(200))

/** `from` is a fact of ours, `to` the CRM's field; a constant is written on create only. */
export const FieldMapping = z.object({
  from: z.string().check(z.maxLength(60)),
  to: z.string().check(z.maxLength(200)),
  rule: FillRule,
  /** The CRM's choice by our value; other values go by name. */
  choices: z.optional(z.record(ChoiceText, ChoiceText)),
})
export type FieldMapping = z.infer<typeof FieldMapping>

export const ConstantMapping = z.object({
  to: z.string().check(z.maxLength(200)),
  value: z.string().check(z.maxLength(255)),
})

export const ObjectMapping = z.object({
  creates: z.boolean(),
  updates: z.boolean(),
  fields: z.array(FieldMapping).check(z.maxLength(60)),
  constants: z.array(ConstantMapping).check(z.maxLength(20)),
})
export type ObjectMapping = z.infer<typeof ObjectMapping>

/** Owners are by the email of the user who pushes; `owners` names the CRM's owner for users whose email fits none. */
export const CrmMapping = z.object({
  company: ObjectMapping,
  person: z.extend(ObjectMapping, {
    object: z.enum(['contact', 'lead']),
    needsCompany: z.boolean(),
  }),
  owners: z.record(z.string().check(z.maxLength(200)), z.string().check(z.maxLength(200))),
})
export type CrmMapping = z.infer<typeof CrmMapping>

export const CrmField = z.object({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  required: z.boolean(),
  readOnly: z.boolean(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
})

/** `values` are all that it can be; empty for text. */
export const CrmFact = z.object({
  key: z.string(),
  label: z.string(),
  values: z.array(z.string()),
})

/** What became of a row at the CRM. */
export const CrmOutcome = z.enum([
  'created',
  'updated',
  'unchanged',
  'conflict',
  'skipped',
  'failed',
])
export type CrmOutcome = z.infer<typeof CrmOutcome>

/** What a member decides about a record of ours that several of the CRM match; `id` is the CRM's, of a match of the dry run. */
export const ConflictDecision = z.discriminatedUnion('act', [
  z.object({ act: z.literal('link'), id: z.string().check(z.minLength(1), z.maxLength(200)) }),
  z.object({ act: z.literal('create') }),
  z.object({ act: z.literal('skip') }),
])
export type ConflictDecision = z.infer<typeof ConflictDecision>

export const maxDecisions = 1_000

/** By our record's id. Without one, a conflict fails its row. */
export const ConflictDecisions = z.record(Id, ConflictDecision).check(
  z.refine((decisions) => Object.keys(decisions).length <= maxDecisions, {
    error: `Decide up to ${maxDecisions.toLocaleString('en-AU')} conflicts at a time.`,
  }),
)
export type ConflictDecisions = z.infer<typeof ConflictDecisions>

export const DryRunRow = z.object({
  recordId: Id,
  name: z.string(),
  outcome: z.enum(['created', 'updated', 'unchanged', 'conflict', 'skipped']),
  /** Why it is skipped or a conflict; null otherwise. */
  reason: z.nullable(z.string()),
  /** Records of the CRM that it matches. `id` is null where it can't be linked: another record of ours is. */
  matches: z.array(z.object({ id: z.nullable(z.string()), name: z.string(), url: z.string() })),
  /** Empty for what is not unlocked. */
  changes: z.array(
    z.object({ field: z.string(), before: z.nullable(z.string()), after: z.string() }),
  ),
  /** What it costs if it is pushed: undecided conflicts and skipped records are not. */
  credits: z.int(),
})

/** Of a part of the records, as many as were looked up in time. */
export const DryRun = z.object({
  total: z.int(),
  /** Where the next part begins; null after the last. */
  next: z.nullable(z.int()),
  counts: z.object({
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    conflict: z.int(),
    skipped: z.int(),
    suppressed: z.int(),
  }),
  /** Of the CRM's API, at most, and how long they take. */
  calls: z.int(),
  seconds: z.int(),
  /** What they use of the CRM's daily limit, and how much of it is left; null if the CRM doesn't say. */
  dailyUnits: z.int(),
  dailyLeft: z.nullable(z.int()),
  /** When the daily limit begins again; null if it doesn't all at once, or the CRM doesn't say. */
  dailyResetsAt: z.nullable(Moment),
  /** What stops the push, in sentences; empty if nothing does. */
  problems: z.array(z.string()),
  /** Without those that change nothing. */
  rows: z.array(DryRunRow),
})
export type DryRun = z.infer<typeof DryRun>

/** Of `GET /crm/org`; 401 `crm-token` once it expired, or is another organisation's. */
const token = z.string().check(z.maxLength(2_000))

/** Spec 4, product 2.9. */
export const crmEndpoints = {
  crmToken: memberEndpoint({
    method: 'GET',
    path: '/crm/org',
    summary: 'A short-lived token for the CRM integration, of one person in one organisation',
    input: z.object({}),
    output: z.object({
      token: z.string(),
      /** ISO 8601. */
      expiresAt: z.string(),
    }),
  }),
  integrations: memberEndpoint({
    method: 'POST',
    path: '/crm/integrations',
    summary: 'The CRMs of this installation and what is connected',
    input: z.object({ token }),
    output: z.object({
      integrations: z.array(Integration),
      /** How many CRMs the plan includes; null: all. */
      included: z.nullable(z.int()),
    }),
    reads: true,
  }),
  /** The browser goes to `url`, and comes back to the Integrations screen with a state and a code or an error. */
  connectCrm: adminEndpoint({
    method: 'POST',
    path: '/crm/{connector}/connect',
    summary: 'Where an admin allows Fieldbook in their CRM',
    input: z.object({
      connector: ConnectorKey,
      token,
      address: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    }),
    output: z.object({ url: z.string() }),
  }),
  finishConnectingCrm: adminEndpoint({
    method: 'POST',
    path: '/crm/finish',
    summary: 'Redeems the code with which the CRM sent the browser back',
    input: z.object({
      token,
      state: z.string().check(z.maxLength(200)),
      code: z.optional(z.string().check(z.maxLength(4_000))),
      error: z.optional(z.string().check(z.maxLength(500))),
    }),
    output: Integration,
    external: true,
  }),
  disconnectCrm: adminEndpoint({
    method: 'POST',
    path: '/crm/{connector}/disconnect',
    summary: 'Deletes the tokens of a CRM; pushes that wait end, links to its records stay 30 days',
    input: z.object({ connector: ConnectorKey, token }),
    output: Nothing,
    status: 204,
    external: true,
  }),
  crmMapping: memberEndpoint({
    method: 'POST',
    path: '/crm/{connector}/mapping',
    summary: 'What goes into which field of a CRM, and the fields that it has now',
    input: z.object({ connector: ConnectorKey, token }),
    output: z.object({
      mapping: CrmMapping,
      facts: z.object({ company: z.array(CrmFact), person: z.array(CrmFact) }),
      fields: z.object({ company: z.array(CrmField), person: z.array(CrmField) }),
      owners: z.array(
        z.object({ id: z.string(), name: z.string(), email: z.nullable(z.string()) }),
      ),
      /** What cannot work, in sentences. */
      problems: z.array(z.string()),
    }),
    reads: true,
    external: true,
  }),
  saveCrmMapping: adminEndpoint({
    method: 'PUT',
    path: '/crm/{connector}/mapping',
    summary: 'Changes what goes into which field of a CRM',
    input: z.object({ connector: ConnectorKey, token, mapping: CrmMapping }),
    output: z.object({ problems: z.array(z.string()) }),
    external: true,
  }),
  /** Reads from the CRM and writes nothing. */
  dryRun: memberEndpoint({
    method: 'POST',
    path: '/crm/{connector}/dry-run',
    summary: 'What a push would do',
    input: z.object({
      connector: ConnectorKey,
      token,
      category: Category,
      source: z.union([
        RecordSource,
        /** The rows of a push that a retry would send. */
        z.object({ kind: z.literal('retry'), requestId: Id }),
      ]),
      from: z.optional(z.int().check(z.minimum(0), z.maximum(maxListed))),
    }),
    output: DryRun,
    reads: true,
    external: true,
  }),
}
