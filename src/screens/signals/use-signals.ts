import { useQuery } from '@tanstack/react-query'
import { listPageSize } from '../../../contract/constants.ts'
import type { Signal } from '../../../contract/signals/signals.ts'
import { isFinal } from '../../lib/api-errors.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useLive, useLocal } from '../../shared/offline/device.tsx'
import { newestSignalsQuery, type SignalPrefix } from '../../shared/signals/newest-signals.ts'
import { useApi } from '../../lib/use-api.ts'
import { readSignals } from '../../offline/signals.ts'
import { filterCachedSignals } from './cached-signals.ts'
import { type SignalsRoute } from './route.ts'
import { pageQuery } from './queries.ts'

export type Found = {
  signals: readonly Signal[] | undefined
  total: number
  /** Whether the category has a source; undefined where only the server knows. */
  sourced: boolean | undefined
  /** Whether the signals are those for the user; undefined before that is known. */
  forYou: boolean | undefined
  /** When the shown signals of this device were stored (ms since 1970); null for the server's. */
  cachedAsOf: number | null
  /** When the server answered this query (ms since 1970); null where it did not. */
  answeredAt: number | null
  /** The signals still answer the previous query. */
  late: boolean
  error: Error | null
  retry: () => void
}

/** The signals of a route without dismissed ones: from the server, and from this device until it answers or while it is unreachable. */
export const useSignals = (
  prefix: SignalPrefix,
  route: SignalsRoute,
  today: string,
  isDismissed: (signal: Signal) => boolean,
): Found => {
  const api = useApi()
  const offline = useOffline()
  useQuery(newestSignalsQuery(api, useLocal(), prefix))
  const cached = useLive(readSignals)
  const query = useQuery(pageQuery(api, prefix, route))
  const retry = (): void => void query.refetch()
  const { data, error } = query
  if (data !== undefined && (!offline || !query.isPlaceholderData)) {
    const { signals, total, sourced, forYou } = data
    const late = query.isPlaceholderData
    const answeredAt = late ? null : query.dataUpdatedAt
    const trouble = late ? null : error
    return {
      signals,
      total,
      sourced,
      forYou,
      cachedAsOf: null,
      answeredAt,
      late,
      error: trouble,
      retry,
    }
  }
  if (isFinal(error)) {
    const nothing = {
      signals: undefined,
      total: 0,
      sourced: undefined,
      forYou: undefined,
      cachedAsOf: null,
      answeredAt: null,
      late: false,
    }
    return { ...nothing, error, retry }
  }
  const cachedSignals =
    cached &&
    filterCachedSignals(cached.signals, route, today).filter((signal) => !isDismissed(signal))
  const asOf = cached?.asOf ?? null
  // Stored signals show while the request runs, but an empty store proves nothing.
  const waiting = !offline && error === null && (route.page > 0 || cachedSignals?.length === 0)
  const nothing = cachedSignals === undefined || asOf === null || waiting
  const from = route.page * listPageSize
  return {
    signals: nothing ? undefined : cachedSignals.slice(from, from + listPageSize),
    total: cachedSignals?.length ?? 0,
    sourced: undefined,
    forYou: nothing ? undefined : cachedSignals.some(({ listIds }) => listIds.length > 0),
    cachedAsOf: nothing ? null : asOf,
    answeredAt: null,
    late: false,
    error,
    retry,
  }
}
