import * as z from 'zod/mini'
import { memberEndpoint } from '../core/endpoint.ts'

const Cursor = z
  .string()
  .check(z.regex(/^(activities|lists)(:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}){0,2}$/))

/** What members made themselves: it stays theirs after the plan has ended (product 2.5). */
export const workEndpoints = {
  work: memberEndpoint({
    method: 'GET',
    path: '/saved-work',
    summary:
      'How much a member can export: own and shared lists and searches, and the notes and visits of the organisation',
    input: z.object({}),
    output: z.object({
      lists: z.int(),
      searches: z.int(),
      notes: z.int(),
      visits: z.int(),
    }),
    gate: 'own-work',
  }),
  /** The parts in their order are one CSV file, the first with its headings. Contact details only of people the organisation has revealed. */
  workFile: memberEndpoint({
    method: 'GET',
    path: '/saved-work/file',
    summary: 'A part of the file with everything a member can export',
    input: z.object({ after: z.optional(Cursor) }),
    output: z.object({
      csv: z.string(),
      /** `after` of the next part; null after the last. */
      next: z.nullable(Cursor),
    }),
    // A part has as many rows as several pages of a search.
    rate: 'records',
    gate: 'own-work',
  }),
}
