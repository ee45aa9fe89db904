import { queryOptions } from '@tanstack/react-query'
import { categoriesOf, flags, signalPrefix } from '../../../contract/signals/signal-flags.ts'
import type { Signal, SignalCategory } from '../../../contract/signals/signals.ts'
import type { Local } from '../../offline/outbox.ts'
import type { ApiClient } from '../../lib/api.ts'
import { useFlag } from '../members/features.ts'
import { log } from '../../lib/log.ts'

export type SignalPrefix = keyof typeof categoriesOf

/** Under which prefix this organisation asks for signals (spec 6): null where it may see none, undefined until its flags are known. */
export const useSignalPrefix = (): SignalPrefix | null | undefined => {
  const targeting = useFlag(flags.targeting)
  const intent = useFlag(flags.intent)
  if (targeting === undefined || intent === undefined) return undefined
  return signalPrefix((flag) => (flag === flags.targeting ? targeting : intent))
}

/** The call of signals under a prefix. */
export const recordsCall = (api: ApiClient, prefix: SignalPrefix) =>
  ({ core: api.coreSignals, targeting: api.targetingSignals, intent: api.intentSignals })[prefix]

/** How long what was fetched is called new. */
export const freshMs = 60_000

/** Fetches the newest signals of every category one may see and keeps them on the device; answers when. */
export const newestSignalsQuery = (api: ApiClient, local: Local, prefix: SignalPrefix) =>
  queryOptions({
    queryKey: ['signals', 'newest', prefix],
    queryFn: async ({ signal }) => {
      // What knows the device is loaded when there is something for it: the code of signing in shares a file with this.
      const [{ keepSignals, keptSignals, signalsKept }, { StorageTrouble }] = await Promise.all([
        import('../../offline/signals.ts'),
        import('../../offline/trouble.ts'),
      ])
      const { asOf } = await keptSignals(local.device).catch(() => ({ asOf: null }))
      // Every page and every start asks; a phone pays for each.
      if (asOf !== null && local.now() - asOf < agedMs) return asOf
      const ask = recordsCall(api, prefix)
      const categories: readonly SignalCategory[] = categoriesOf[prefix]
      const share = Math.floor(signalsKept / categories.length)
      const told: Signal[] = []
      for (const category of categories)
        for (let from = 0; from < share; from += mostAsked) {
          const size = Math.min(mostAsked, share - from)
          const { signals } = await ask({ category, from, size }, { signal })
          told.push(...signals)
          if (signals.length < size) break
        }
      await keepSignals(local, told).catch((error: unknown) => {
        if (!(error instanceof StorageTrouble)) log.error('Signals could not be kept', error)
      })
      return local.now()
    },
    staleTime: freshMs,
    retry: false,
  })

/** What is kept is fetched anew when it is older. */
const agedMs = 5 * 60_000
/** A call answers with so many at most. */
const mostAsked = 100
