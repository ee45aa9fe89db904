import { useQuery } from '@tanstack/react-query'
import type { Signal } from '../../../contract/signals/signals.ts'
import { ApiProblem } from '../../lib/api-errors.ts'
import { useOffline } from '../../lib/contact.ts'
import { useLive, useLocal } from '../../shared/offline/device.tsx'
import { newestSignalsQuery, type SignalPrefix } from '../../shared/signals/newest-signals.ts'
import { useApi } from '../../lib/use-api.ts'
import { keptSignals } from '../../offline/signals.ts'
import { keptAt } from './kept.ts'
import { pageSize, type Place } from './place.ts'
import { pageQuery } from './queries.ts'

/** A page of signals as one sees them. */
export type Found = {
  /** Undefined while nothing is known yet. */
  signals: readonly Signal[] | undefined
  total: number
  /** Whether anybody tells of the category; undefined where only the server knows. */
  sourced: boolean | undefined
  /** The signals are this device's, as of then (ms since 1970). */
  keptAsOf: number | null
  /** When the server gave them (ms since 1970); null where it did not, or for another question. */
  answeredAt: number | null
  /** What is shown is the answer to the question before. */
  late: boolean
  error: Error | null
  retry: () => void
}

/** The signals of a place: from the server, and from this device, without those that are gone, until it answers or where it cannot be reached. */
export const useSignals = (
  prefix: SignalPrefix,
  place: Place,
  today: string,
  isGone: (signal: Signal) => boolean,
): Found => {
  const api = useApi()
  const offline = useOffline()
  useQuery(newestSignalsQuery(api, useLocal(), prefix))
  const kept = useLive(keptSignals)
  const query = useQuery(pageQuery(api, prefix, place))
  const retry = (): void => void query.refetch()
  const { data, error } = query
  if (data !== undefined && (!offline || !query.isPlaceholderData)) {
    const { signals, total, sourced } = data
    const late = query.isPlaceholderData
    const answeredAt = late ? null : query.dataUpdatedAt
    const trouble = late ? null : error
    return { signals, total, sourced, keptAsOf: null, answeredAt, late, error: trouble, retry }
  }
  if (isRefusal(error)) {
    const nothing = {
      signals: undefined,
      total: 0,
      sourced: undefined,
      keptAsOf: null,
      answeredAt: null,
      late: false,
    }
    return { ...nothing, error, retry }
  }
  const here = kept && keptAt(kept.signals, place, today).filter((signal) => !isGone(signal))
  const asOf = kept?.asOf ?? null
  // On its way: what the device has is drawn meanwhile, but that it has nothing says nothing yet.
  const waiting = !offline && error === null && (place.page > 0 || here?.length === 0)
  const nothing = here === undefined || asOf === null || waiting
  const from = place.page * pageSize
  return {
    signals: nothing ? undefined : here.slice(from, from + pageSize),
    total: here?.length ?? 0,
    sourced: undefined,
    keptAsOf: nothing ? null : asOf,
    answeredAt: null,
    late: false,
    error,
    retry,
  }
}

/** The server was reached and will not answer this: what the device has is no answer to it either. */
const isRefusal = (error: Error | null): boolean =>
  error instanceof ApiProblem && error.status < 500 && !passing.has(error.status)

const passing = new Set([401, 408, 425, 426, 429])
