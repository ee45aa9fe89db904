import * as z from 'zod/mini'
import type { ObjectKind } from '../port.ts'

/** The paths of the API are dated each March and September, and live for 18 months. */
export const version = '2026-09'

export const ownField = 'fieldbook_id'
export const doNotCallField = 'fieldbook_do_not_call'

/** Names in paths and addresses. */
export const objectOf = (
  object: ObjectKind,
): { path: 'companies' | 'contacts'; typeId: '0-2' | '0-1'; changedAt: string } =>
  object === 'company'
    ? { path: 'companies', typeId: '0-2', changedAt: 'hs_lastmodifieddate' }
    : { path: 'contacts', typeId: '0-1', changedAt: 'lastmodifieddate' }

/** Null where HubSpot has no value. */
export const Properties = z.record(z.string(), z.nullable(z.string()))

export const HubspotRecord = z.object({
  id: z.string(),
  properties: Properties,
  updatedAt: z.optional(z.string()),
  archivedAt: z.optional(z.nullable(z.string())),
})
export type HubspotRecord = z.infer<typeof HubspotRecord>

const Paging = z.optional(
  z.nullable(z.object({ next: z.optional(z.nullable(z.object({ after: z.string() }))) })),
)

export const RecordPage = z.object({ results: z.array(HubspotRecord), paging: Paging })
export type RecordPage = z.infer<typeof RecordPage>

const Context = z.optional(z.record(z.string(), z.array(z.string())))

export const RowError = z.object({
  category: z.optional(z.string()),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  context: Context,
})
export type RowError = z.infer<typeof RowError>

export const ErrorBody = z.object({
  category: z.optional(z.string()),
  message: z.optional(z.string()),
  status: z.optional(z.string()),
  /** Of OAuth's endpoints. */
  error: z.optional(z.string()),
  error_description: z.optional(z.string()),
  policyName: z.optional(z.string()),
  errors: z.optional(z.array(RowError)),
  context: Context,
})
export type ErrorBody = z.infer<typeof ErrorBody>

export const BatchAnswer = z.object({
  results: z.array(
    z.extend(HubspotRecord, {
      /** Only of an upsert. */
      new: z.optional(z.boolean()),
      objectWriteTraceId: z.optional(z.nullable(z.string())),
    }),
  ),
  errors: z.optional(z.array(RowError)),
})
export type BatchAnswer = z.infer<typeof BatchAnswer>
