import { queryOptions } from '@tanstack/react-query'
import { categoriesOf, flags, signalPrefix } from '../../../contract/signals/signal-flags.ts'
import type { Signal, SignalCategory } from '../../../contract/signals/signals.ts'
import type { Local } from '../../offline/outbox.ts'
import { saveSignals, readSignals, maxSignals } from '../../offline/signals.ts'
import { StorageError } from '../../offline/storage-error.ts'
import type { ApiClient } from '../../lib/api.ts'
import { useFlag } from '../members/features.ts'
import { log } from '../../lib/log.ts'

export type SignalPrefix = keyof typeof categoriesOf

/** The prefix of the organisation's signal endpoints (spec 6): null if it may see no signals, undefined until its flags are known. */
export const useSignalPrefix = (): SignalPrefix | null | undefined => {
  const targeting = useFlag(flags.targeting)
  const intent = useFlag(flags.intent)
  if (targeting === undefined || intent === undefined) return undefined
  return signalPrefix((flag) => (flag === flags.targeting ? targeting : intent))
}

export const recordsCall = (api: ApiClient, prefix: SignalPrefix) =>
  ({ core: api.coreSignals, targeting: api.targetingSignals, intent: api.intentSignals })[prefix]

export const freshMs = 60_000

/** Fetches the newest signals of every permitted category and stores them on the device; returns their time. */
export const newestSignalsQuery = (api: ApiClient, local: Local, prefix: SignalPrefix) =>
  queryOptions({
    queryKey: ['signals', 'newest', prefix],
    queryFn: async ({ signal }) => {
      const { asOf } = await readSignals(local.device).catch(() => ({ asOf: null }))
      // Every page and every start runs this, and on a phone each request costs data and battery.
      if (asOf !== null && local.now() - asOf < agedMs) return asOf
      const ask = recordsCall(api, prefix)
      const categories: readonly SignalCategory[] = categoriesOf[prefix]
      const share = Math.floor(maxSignals / categories.length)
      const fetched: Signal[] = []
      for (const category of categories)
        for (let from = 0; from < share; from += maxPageSize) {
          const size = Math.min(maxPageSize, share - from)
          const { signals } = await ask({ category, from, size }, { signal })
          fetched.push(...signals)
          if (signals.length < size) break
        }
      await saveSignals(local, fetched).catch((error: unknown) => {
        if (!(error instanceof StorageError)) log.error('Signals could not be kept', error)
      })
      return local.now()
    },
    staleTime: freshMs,
    retry: false,
  })

/** Signals older than this are fetched again. */
const agedMs = 5 * 60_000
const maxPageSize = 100
