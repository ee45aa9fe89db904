import * as z from 'zod/mini'
import { memberEndpoint } from '../core/endpoint.ts'

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
}
