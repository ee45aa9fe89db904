import { opensApp, type Subscription } from '../../contract/org/customer.ts'
import { links } from '../../contract/links.ts'
import { hour, isOlderThan } from '../offline/age.ts'

/** What is known about the subscription: valid means spec 6's 'subscription and subscription metadata' in a valid status. */
type SubscriptionState = 'loading' | 'failed' | 'valid' | 'invalid'

/**
 * confirmed: the server said so since this page was opened. kept: this device remembers it from within the grace of the organisation.
 * old: from longer ago.
 */
type Standing = 'confirmed' | 'cached' | 'old'

export type GateQuestion = {
  /** The path of the screen's entry in the table, or null for an address that leads nowhere. */
  path: string | null
  /** The current address, to return to after signing in. */
  address: string
  /** Shown to anyone: sign-in, sign-up, maintenance. */
  ungated: boolean
  signedIn: 'loading' | boolean
  /** The person could not be confirmed for too long. */
  unconfirmed: boolean
  /** Someone was signed in on this page before. */
  wasSignedIn: boolean
} & Known

/** What is known of the subscription, and how well. */
export type Known = {
  subscription: SubscriptionState
  standing: Standing
  /** The server is being asked now. */
  asking: boolean
}

/** Why what is shown can only be read. */
export type ReadOnlyReason = 'person' | 'plan'

export type Gate =
  | { show: 'screen' | 'loading' | 'trouble'; readOnly?: ReadOnlyReason }
  | { redirect: string }

/** The answer of the subscription query, as TanStack Query keeps it. */
type Answer = {
  /** Undefined where there is none, neither new nor kept. */
  data: Subscription | null | undefined
  /** In ms since 1970. */
  dataUpdatedAt: number
  /** It was kept from an earlier visit and has not been confirmed. */
  isStale: boolean
  isError: boolean
  isFetching: boolean
}

/**
 * What an answer says at `now`, in ms since 1970. A failed question is no answer where there is an earlier one. After
 * `graceHours` a subscription that the server cannot confirm no longer opens the app in full.
 */
export const knownOf = (answer: Answer, now: number, graceHours: number): Known => {
  const { data, isFetching: asking } = answer
  if (data === undefined)
    return { subscription: answer.isError ? 'failed' : 'loading', standing: 'confirmed', asking }
  const old = isOlderThan(graceHours * hour, answer.dataUpdatedAt, now)
  const standing = answer.isStale ? (old ? 'old' : 'cached') : 'confirmed'
  return { subscription: opensApp(data, now) ? 'valid' : 'invalid', standing, asking }
}

/** The plan gate of spec 2, as one decision. Without a network it decides from what was last known, never from an error. */
export const gateFor = (question: GateQuestion): Gate => {
  const { path, signedIn, subscription, standing, asking } = question
  if (question.ungated) return { show: 'screen' }
  if (signedIn === 'loading') return { show: 'loading' }
  if (!signedIn)
    return {
      redirect: question.wasSignedIn ? links.signedOut() : signInFor(question.address),
    }
  if (subscription === 'loading') return { show: 'loading' }
  if (subscription === 'failed') return { show: 'trouble' }
  if (subscription === 'valid')
    return path === links.planSelection() ? { redirect: links.home() } : screenFor(question)
  // It may have been renewed since: to be sent away by what was true yesterday would lose the page one asked for.
  if (standing !== 'confirmed' && asking) return { show: 'loading' }
  return path === links.planSelection() || path === links.createCompany()
    ? { show: 'screen' }
    : { redirect: links.planSelection() }
}

const screenFor = ({ unconfirmed, standing }: GateQuestion): Gate => {
  if (unconfirmed) return { show: 'screen', readOnly: 'person' }
  return standing === 'old' ? { show: 'screen', readOnly: 'plan' } : { show: 'screen' }
}

/** The sign-in page that leads back to `address`; the dashboard needs no mention, it is the fallback (spec 2). */
const signInFor = (address: string): string =>
  address === '/' || address === links.home()
    ? links.signIn()
    : `${links.signIn()}?redirect_url=${encodeURIComponent(address)}`
