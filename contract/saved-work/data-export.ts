import * as z from 'zod/mini'
import { adminEndpoint, memberEndpoint } from '../core/endpoint.ts'

const Cursor = z.string().check(z.maxLength(120), z.regex(/^[a-z-]{1,20}(:[\w-]{1,40}){0,2}$/))

const part = {
  method: 'GET',
  input: z.object({ after: z.optional(Cursor) }),
  output: z.object({
    /** Without an extension; a file arrives in several parts, one after the other. */
    file: z.string(),
    /** The first part of a file begins with its headings. */
    csv: z.string(),
    rows: z.array(z.record(z.string(), z.unknown())),
    /** `after` of the next part; null after the last. */
    next: z.nullable(Cursor),
  }),
  // A part has as many rows as several pages of a search.
  rate: 'records',
  gate: 'own-work',
} as const

/** Product 2.5: what members made stays theirs. Contact details only of people the organisation has revealed. */
export const dataExportEndpoints = {
  ownData: memberEndpoint({
    ...part,
    path: '/data-export',
    summary: 'A part of everything a member has in Fieldbook',
  }),
  /** Private lists, searches and agents of other members stay out, as on every screen. */
  organisationData: adminEndpoint({
    ...part,
    path: '/data-export/organisation',
    summary: 'A part of everything an organisation has in Fieldbook',
  }),
}
