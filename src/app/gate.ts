import { opensApp, type Subscription } from '../../contract/org/customer.ts'
import { links } from '../../contract/links.ts'
import { hour, isOlderThan } from '../offline/age.ts'

/** valid: spec 6's 'subscription and subscription metadata' in a valid status. */
type SubscriptionState = 'loading' | 'failed' | 'valid' | 'invalid'

/** confirmed: by the server since this page was opened. cached: within the organisation's grace. old: from longer ago. */
type Standing = 'confirmed' | 'cached' | 'old'

export type GateQuestion = {
  /** Null for an unknown address. */
  path: string | null
  address: string
  /** Sign-in, sign-up, maintenance, privacy. */
  ungated: boolean
  signedIn: 'loading' | boolean
  unconfirmed: boolean
  wasSignedIn: boolean
} & Known

export type Known = {
  subscription: SubscriptionState
  standing: Standing
  asking: boolean
}

export type ReadOnlyReason = 'person' | 'plan'

export type Gate =
  | { show: 'screen' | 'loading' | 'trouble'; readOnly?: ReadOnlyReason }
  | { redirect: string }

/** As TanStack Query stores it. */
type Answer = {
  data: Subscription | null | undefined
  /** In ms since 1970. */
  dataUpdatedAt: number
  /** From an earlier visit, not confirmed since. */
  isStale: boolean
  isError: boolean
  isFetching: boolean
}

/**
 * `now` is in ms since 1970. After `graceHours` a subscription that the server cannot confirm no longer opens the app in full.
 */
export const knownOf = (answer: Answer, now: number, graceHours: number): Known => {
  const { data, isFetching: asking } = answer
  if (data === undefined)
    return { subscription: answer.isError ? 'failed' : 'loading', standing: 'confirmed', asking }
  const old = isOlderThan(graceHours * hour, answer.dataUpdatedAt, now)
  const standing = answer.isStale ? (old ? 'old' : 'cached') : 'confirmed'
  return { subscription: opensApp(data, now) ? 'valid' : 'invalid', standing, asking }
}

/** Spec 2. Without a network it decides from what was last known, never from an error. */
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
  // The plan may have been renewed since: a redirect by yesterday's answer would lose the page.
  if (standing !== 'confirmed' && asking) return { show: 'loading' }
  return path === links.planSelection() || path === links.createCompany()
    ? { show: 'screen' }
    : { redirect: links.planSelection() }
}

const screenFor = ({ unconfirmed, standing }: GateQuestion): Gate => {
  if (unconfirmed) return { show: 'screen', readOnly: 'person' }
  return standing === 'old' ? { show: 'screen', readOnly: 'plan' } : { show: 'screen' }
}

/** Leads back to `address`; the dashboard is the fallback anyway (spec 2). */
const signInFor = (address: string): string =>
  address === '/' || address === links.home()
    ? links.signIn()
    : `${links.signIn()}?redirect_url=${encodeURIComponent(address)}`
