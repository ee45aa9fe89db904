import * as z from 'zod/mini'

export type Visitor = { email: string; firstName: string; lastName: string }

export type ChatService = {
  /** Of the widget, for the content security policy too. */
  script: string
  /** By HubSpot; otherwise by the emulator. */
  hosted: boolean
  /** The token that proves to the chat who the visitor is. */
  identify(visitor: Visitor): Promise<string>
}

/** HubSpot's chat. https://developers.hubspot.com/docs/api-reference/visitor-identification */
export const hubspotChat = ({
  script,
  token,
  fetch,
}: {
  script: string
  token: string
  fetch: typeof globalThis.fetch
}): ChatService => ({
  script,
  hosted: isHubspot(script),
  identify: async (visitor) => {
    const answer = await fetch(`${apiOf(script)}/visitor-identification/2026-03/tokens/create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(visitor),
      signal: AbortSignal.timeout(patienceMs),
    })
    if (!answer.ok) throw new Error(`HubSpot answered ${answer.status}.`)
    return z.parse(Identified, await answer.json()).token
  },
})

const Identified = z.object({ token: z.string() })
const patienceMs = 5_000

/** The emulator serves both from one address. */
const apiOf = (script: string): string =>
  isHubspot(script) ? 'https://api.hubapi.com' : new URL(script).origin

export const isHubspot = (script: string): boolean =>
  /^https:\/\/js(?:-\w+)?\.hs-scripts\.com\/\d+\.js$/.test(script)
