import * as z from 'zod/mini'
import { publicEndpoint } from './endpoint.ts'

/** `other`: addresses of the Content-Security-Policy that belong to no service we know. */
export const ServiceKey = z.enum([
  'clerk',
  'stripe',
  'posthog',
  'sentry',
  'product-fruits',
  'hubspot-chat',
  'other',
  'mail',
  'crm',
  'register',
  'storage',
])
export type ServiceKey = z.infer<typeof ServiceKey>

export const Service = z.object({
  key: ServiceKey,
  /** What a browser may load or send to; empty if only the server reaches it. */
  origins: z.array(z.string()),
  /** As users know it, for a kind with several. */
  names: z.array(z.string()),
})
export type Service = z.infer<typeof Service>

export const privacyEndpoints = {
  privacy: publicEndpoint({
    method: 'GET',
    path: '/privacy',
    summary: 'The services this installation uses, and where to write about personal data',
    input: z.object({}),
    output: z.object({ services: z.array(Service), contact: z.nullable(z.string()) }),
  }),
}
