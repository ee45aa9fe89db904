import { links } from '../../contract/links.ts'

/** What is known about the subscription: valid means spec 6's 'subscription and subscription metadata' in a valid status. */
export type SubscriptionState = 'loading' | 'failed' | 'valid' | 'invalid'

export type GateQuestion = {
  /** The path of the screen's entry in the table, or null for an address that leads nowhere. */
  path: string | null
  /** The address as it stands, to come back to after signing in. */
  address: string
  /** Shown to anyone: sign-in, sign-up, maintenance. */
  ungated: boolean
  signedIn: 'loading' | boolean
  /** Someone was signed in on this page before. */
  wasSignedIn: boolean
  subscription: SubscriptionState
}

export type Gate = { show: 'screen' | 'loading' | 'trouble' } | { redirect: string }

/** The plan gate of spec 2, as one decision. */
export const gateFor = (question: GateQuestion): Gate => {
  const { path, signedIn, subscription } = question
  if (question.ungated) return { show: 'screen' }
  if (signedIn === 'loading') return { show: 'loading' }
  if (!signedIn)
    return {
      redirect: question.wasSignedIn ? links.signedOut() : signInFor(question.address),
    }
  if (subscription === 'loading') return { show: 'loading' }
  if (subscription === 'failed') return { show: 'trouble' }
  if (subscription === 'valid')
    return path === links.planSelection() ? { redirect: links.home() } : { show: 'screen' }
  return path === links.planSelection() || path === links.createCompany()
    ? { show: 'screen' }
    : { redirect: links.planSelection() }
}

/** The sign-in page that leads back to `address`; the dashboard needs no mention, it is the fallback (spec 2). */
const signInFor = (address: string): string =>
  address === '/' || address === links.home()
    ? links.signIn()
    : `${links.signIn()}?redirect_url=${encodeURIComponent(address)}`
