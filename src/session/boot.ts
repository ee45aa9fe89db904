import * as z from 'zod/mini'

const Boot = z.object({
  clerkPublishableKey: z.string().check(z.startsWith('pk_')),
  /** Where this origin passes calls on to Clerk; absent where the browser talks to Clerk itself. */
  clerkProxyUrl: z.nullish(z.string()),
  deploymentId: z.string(),
})
export type Boot = z.infer<typeof Boot>

/** What the server wrote into the page (`<script type="application/json" id="boot">`), or a sentence that says what is wrong with it. */
export function readBoot(page: Document = document): { boot: Boot } | { trouble: string } {
  const text = page.getElementById('boot')?.textContent?.trim()
  if (!text) return { trouble: 'This page is missing its settings. Reload it.' }
  try {
    return { boot: z.parse(Boot, JSON.parse(text)) }
  } catch {
    return { trouble: 'This page’s settings are damaged. Reload it.' }
  }
}
