import * as z from 'zod/mini'

const Boot = z.object({
  clerkPublishableKey: z.string().check(z.startsWith('pk_')),
  /** The proxy of Clerk's Frontend API on this origin; absent if the browser calls Clerk directly. */
  clerkProxyUrl: z.nullish(z.string()),
  deploymentId: z.string(),
})
export type Boot = z.infer<typeof Boot>

/** Reads `<script type="application/json" id="boot">`; returns a sentence for the user if it is missing or invalid. */
export function readBoot(page: Document = document): { boot: Boot } | { trouble: string } {
  const text = page.getElementById('boot')?.textContent?.trim()
  if (!text) return { trouble: 'This page is missing its settings. Reload it.' }
  try {
    return { boot: z.parse(Boot, JSON.parse(text)) }
  } catch {
    return { trouble: 'This page’s settings are damaged. Reload it.' }
  }
}
