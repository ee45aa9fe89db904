import { queryOptions } from '@tanstack/react-query'
import { categoriesOf } from '../../../../contract/signals/signal-flags.ts'
import type { Signal, SignalCategory } from '../../../../contract/signals/signals.ts'
import type { ApiClient } from '../../../lib/api.ts'
import type { HomeCountry } from '../../../lib/ui-state.ts'
import { freshMs, recordsCall, type SignalPrefix } from '../../../shared/signals/newest-signals.ts'

/** First steps, accounts and requests in progress; the last answer is persisted for offline starts. The rest of Home is on the device. */
export const homeQuery = (api: ApiClient, country: HomeCountry) =>
  queryOptions({
    queryKey: ['home', country],
    queryFn: async ({ signal }) => {
      const { checklist, topAccounts, requestsInProgress } = await api.homepage(
        { country },
        { signal },
      )
      return { checklist, topAccounts, requestsInProgress }
    },
    // Refetched whenever the user returns to Home.
    staleTime: 30_000,
  })

const few = 5

export const signalsForYouQuery = (api: ApiClient, prefix: SignalPrefix, country: HomeCountry) =>
  queryOptions({
    queryKey: ['signals', 'home', prefix, country],
    queryFn: async ({ signal }) => {
      const categories: readonly SignalCategory[] = categoriesOf[prefix]
      const answers = await Promise.all(
        // Intent shows on Home only where it is all there is.
        categories
          .filter((category) => category !== 'intent' || categories.length === 1)
          .map((category) =>
            recordsCall(api, prefix)(
              { category, country, forYou: true, size: 2 * few },
              { signal },
            ),
          ),
      )
      return {
        signals: newestOfEach(answers.flatMap(({ signals }) => signals)),
        forYou: answers.some(({ forYou }) => forYou === true),
      }
    },
    staleTime: freshMs,
  })

/** The newest signal of each company or person, the newest first. */
export const newestOfEach = (signals: readonly Signal[]): Signal[] => {
  const newest = new Map<string, Signal>()
  for (const signal of signals.toSorted((x, y) => (atOf(x) < atOf(y) ? 1 : -1))) {
    const subject = signal.company?.id ?? signal.person?.id ?? signal.id
    if (!newest.has(subject)) newest.set(subject, signal)
  }
  return [...newest.values()].slice(0, few)
}

const atOf = ({ event_date: day, detected_at: at }: Signal): string => `${day} ${at}`
