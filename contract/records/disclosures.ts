import * as z from 'zod/mini'
import { memberEndpoint } from '../core/endpoint.ts'
import { uuidPattern } from '../core/ids.ts'

const seen = {
  at: z.iso.datetime(),
  /** Null for another member, unless an admin asks, and for a member without a name. */
  by: z.nullable(z.string()),
}

export const disclosuresEndpoints = {
  disclosures: memberEndpoint({
    method: 'GET',
    path: '/records/people/{id}/disclosures',
    summary: 'When this organisation revealed a person, and which files and pushes had them',
    input: z.object({ id: z.string().check(z.regex(uuidPattern)) }),
    output: z.object({
      revealed: z.nullable(z.object(seen)),
      /** The newest first, at most a hundred. */
      requests: z.array(z.object({ ...seen, name: z.string(), type: z.string() })),
    }),
  }),
}
