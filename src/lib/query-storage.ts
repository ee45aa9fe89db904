import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { hydrate, type DehydratedState, type QueryClient } from '@tanstack/react-query'
import {
  persistQueryClientSubscribe,
  removeOldestQuery,
} from '@tanstack/react-query-persist-client'
import * as z from 'zod/mini'
import { isOlderThan } from '../offline/age.ts'
import { dayMs } from '../../contract/core/days.ts'

/** Only what a start needs; the first part of the query's key. */
const persistedKeys = new Set([
  'configs',
  'features',
  'filters',
  'register',
  'subscription',
  'customer',
  'home',
  'integrations',
])

/** Raise when the shape of a stored answer changes: earlier ones are then ignored. */
const shape = '2'
const prefix = 'fieldbook.queries.'
const week = 7 * dayMs
/** In characters. Neither reading nor writing may be felt: 10 ms on a phone a quarter as fast. */
const maxLength = 50_000

export const storageKey = (userId: string, orgId: string): string => `${prefix}${userId}.${orgId}`

const isPersisted = (queryKey: readonly unknown[]): boolean =>
  typeof queryKey[0] === 'string' && persistedKeys.has(queryKey[0])

/** The names of the page's measures of both. */
export const READ_MEASURE = 'persisted queries read'
export const WRITE_MEASURE = 'persisted queries written'

type Owner = { userId: string; orgId: string }

const StoredQueries = z.object({
  timestamp: z.number(),
  buster: z.literal(shape),
  clientState: z.unknown(),
})

/** Synchronous, for the first paint; the queries are fetched again. */
export const restoreQueries = (
  client: QueryClient,
  owner: Owner,
  storage: Storage = localStorage,
): void => {
  try {
    const startedAt = performance.now()
    const text = storage.getItem(storageKey(owner.userId, owner.orgId))
    if (text === null) return
    const { timestamp, clientState } = z.parse(StoredQueries, JSON.parse(text))
    if (isOlderThan(week, timestamp, Date.now())) return
    // Written by this file under the same `shape`.
    hydrate(client, clientState as DehydratedState)
    performance.measure(READ_MEASURE, { start: startedAt })
  } catch {
    // Damaged, of an older shape, or storage is refused: everything is asked for.
  }
  // Kept answers show at once; the server is asked all the same, or a change would never arrive.
  void client.invalidateQueries({ predicate: (query) => isPersisted(query.queryKey) })
}

/** Returns how to stop; nothing is written after that. */
export const persistQueries = (
  client: QueryClient,
  owner: Owner,
  storage: Storage = localStorage,
): (() => void) => {
  let open = true
  let writing = 0
  const persister = createSyncStoragePersister({
    // TanStack Query writes up to a second later, when the device may have been wiped.
    storage: {
      getItem: (key) => storage.getItem(key),
      setItem: (key, value) => {
        if (open) storage.setItem(key, value)
        performance.measure(WRITE_MEASURE, { start: writing })
      },
      removeItem: (key) => storage.removeItem(key),
    },
    key: storageKey(owner.userId, owner.orgId),
    throttleTime: 1000,
    serialize: (value) => {
      writing = performance.now()
      const text = JSON.stringify({ ...value, clientState: asSuccessful(value.clientState) })
      if (text.length > maxLength) throw new Error('Too much to keep')
      return text
    },
    retry: removeOldestQuery,
  })
  const stop = persistQueryClientSubscribe({
    queryClient: client,
    persister,
    buster: shape,
    dehydrateOptions: {
      shouldDehydrateQuery: (query) =>
        query.state.data !== undefined && isPersisted(query.queryKey),
      shouldDehydrateMutation: () => false,
    },
  })
  return () => {
    open = false
    stop()
  }
}

/** Of every user: at sign-out. */
export const dropPersistedQueries = (storage: Storage = localStorage): void => {
  for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
}

/** An answer stays, also where fetching again has failed: offline every start fails. */
const asSuccessful = (state: DehydratedState): DehydratedState => ({
  ...state,
  queries: state.queries.map((query) => ({
    ...query,
    state: { ...query.state, status: 'success', error: null },
  })),
})
