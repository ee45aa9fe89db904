import * as z from 'zod/mini'
import { memberEndpoint, publicEndpoint } from './endpoint.ts'

const Features = z.object({
  features: z.record(
    z.string(),
    z.object({ enabled: z.boolean(), payload: z.optional(z.unknown()) }),
  ),
})

/** In characters of base64: 300 KB. */
export const maxFeedbackPicture = 400_000

export const platformEndpoints = {
  platformFeatures: publicEndpoint({
    method: 'GET',
    path: '/platform/features',
    summary: 'Feature flags of the whole platform',
    input: z.object({}),
    output: Features,
  }),
  configs: publicEndpoint({
    method: 'GET',
    path: '/configs',
    summary: 'What the app needs to know about this installation',
    input: z.object({}),
    output: z.object({
      configs: z.object({
        posthog: z.boolean(),
        product_fruits: z.boolean(),
        product_fruits_workspace_code: z.nullable(z.string()),
        /** The script of the chat widget, and where else support is reached. */
        chat_script: z.optional(z.string()),
        contact_support: z.optional(z.string()),
        requestTypes: z.array(
          z.object({ type: z.string(), label: z.string(), icon: z.optional(z.string()) }),
        ),
      }),
    }),
  }),
  /** Without a chat there is no token: 204. The user is that of the session, whatever the query says. */
  hubspotToken: memberEndpoint({
    method: 'GET',
    path: '/fetch-hubspot-token',
    summary: 'The token that identifies the user to a chat widget',
    input: z.object({}),
    output: z.optional(z.object({ token: z.string(), email: z.string() })),
    gate: 'member',
    rate: 'requests',
  }),
  feedback: memberEndpoint({
    method: 'POST',
    path: '/feedback',
    key: 'optional',
    summary: 'A word to the people who make Fieldbook',
    input: z.object({
      kind: z.enum(['bug', 'idea', 'data', 'praise']),
      message: z.string().check(z.minLength(1), z.maxLength(2000)),
      page: z.string().check(z.maxLength(500)),
      recordId: z.optional(z.string().check(z.maxLength(80))),
      /** The build it is about. */
      deployment: z.optional(z.string().check(z.maxLength(80))),
      /** A JPEG in base64, with contact details covered. */
      picture: z.optional(z.string().check(z.maxLength(maxFeedbackPicture))),
    }),
    output: z.object({ id: z.string() }),
    gate: 'member',
    status: 201,
    offline: true,
  }),
}
