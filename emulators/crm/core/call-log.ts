import type { CrmState } from './state.ts'

export type LoggedCall = { at: number; method: string; path: string; status: number }

export type CallLog = {
  arrive: (method: string, url: string) => void
  answer: (call: LoggedCall) => void
  /** Calls before `until`, ms since 1970, count as early. */
  demandWait: (until: number) => void
  /** Nothing is under way. */
  endGrace: () => void
  /** A deletion by the API. */
  countDelete: () => void
  recent: readonly LoggedCall[]
}

const maxRecent = 200
/** Calls that were under way when the CRM asked to wait are not early. */
const graceMs = 250

/** `nameOf` leaves ids out of a path. */
export const openCallLog = (
  state: CrmState,
  now: () => number,
  nameOf: (path: string) => string,
): CallLog => {
  const recent: LoggedCall[] = []
  /** `knownAt` is when the answer that demands it was sent. */
  let wait = { until: 0, knownAt: Number.POSITIVE_INFINITY }
  return {
    recent,
    arrive: (method, url) => {
      const name = `${method} ${nameOf(url.split('?')[0] ?? url)}`
      state.audit.calls[name] = (state.audit.calls[name] ?? 0) + 1
      if (holdsSecret(state, url)) state.audit.secrets += 1
      if (now() < wait.until && performance.now() - wait.knownAt > graceMs) state.audit.early += 1
    },
    answer: (call) => {
      if (call.status >= 400) wait.knownAt = Math.min(wait.knownAt, performance.now())
      recent.push(call)
      if (recent.length > maxRecent) recent.shift()
    },
    demandWait: (until) => {
      const knownAt = now() < wait.until ? wait.knownAt : Number.POSITIVE_INFINITY
      wait = { until, knownAt }
    },
    endGrace: () => {
      wait.knownAt = Number.NEGATIVE_INFINITY
    },
    countDelete: () => {
      state.audit.deletes += 1
    },
  }
}

export const withoutIds = (path: string): string =>
  path
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '{id}')
    .replaceAll(/\/(?:\d+|00[0-9A-Za-z]{13,16})(?=\/|$)/g, '/{id}')

const holdsSecret = (state: CrmState, url: string): boolean =>
  /[?&](?:access_token|refresh_token|client_secret|token|api_token)=/.test(url) ||
  url.includes(state.clientSecret) ||
  Object.keys(state.tokens).some((token) => url.includes(token))
