import * as z from 'zod/mini'

/** Written by the server as `<script type="application/json" id="boot">`, besides what identity needs. */
const PageSettings = z.object({
  deploymentId: z.optional(z.string()),
  posthogKey: z.nullish(z.string()),
  posthogHost: z.nullish(z.string()),
  posthogPersonProfiles: z.optional(z.boolean()),
  sentryDsn: z.nullish(z.string()),
  /** The help desk's page for a new ticket (spec 2, contact-sales link); in the demo a path of ours. */
  contactSalesUrl: z.nullish(z.string().check(z.regex(/^(?:https:\/\/|\/)/))),
  /** Missing without payments. The emulator's script replaces Stripe's own. */
  stripe: z.nullish(z.object({ publishableKey: z.string(), scriptUrl: z.nullable(z.string()) })),
  /** Off: the operator has removed the service worker. */
  worker: z.optional(z.string()),
  /** The operator's own map. Missing: ours. */
  baseMap: z.nullish(z.object({ address: z.string(), bytes: z.number() })),
})
export type PageSettings = z.infer<typeof PageSettings>

/** None where they are missing or damaged. */
export const readPageSettings = (page: Document = document): PageSettings => {
  try {
    return z.parse(PageSettings, JSON.parse(page.getElementById('boot')?.textContent ?? '{}'))
  } catch {
    return {}
  }
}
