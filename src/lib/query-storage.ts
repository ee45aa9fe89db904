import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import type { QueryClient } from '@tanstack/react-query'
import {
  persistQueryClientRestore,
  persistQueryClientSubscribe,
  removeOldestQuery,
} from '@tanstack/react-query-persist-client'

/** What the app needs to start, and nothing else, survives a reload: the first part of the query's key. */
const kept = new Set(['configs', 'features', 'filters', 'register', 'subscription', 'customer'])

/** Raise when the shape of a kept answer changes: what was stored before is then not read. */
const shape = '1'
const prefix = 'fieldbook.queries.'
const week = 7 * 86_400_000
/** In characters. Reading it must not be felt at the start. */
const maxLength = 300_000

export const storageKey = (userId: string, orgId: string): string => `${prefix}${userId}.${orgId}`

const isKept = (queryKey: readonly unknown[]): boolean =>
  typeof queryKey[0] === 'string' && kept.has(queryKey[0])

/** Brings back what this person kept in this organisation, asks for it anew, and keeps it from now on. Returns how to stop. */
export const keepQueries = async (
  client: QueryClient,
  who: { userId: string; orgId: string },
  storage: Storage = localStorage,
): Promise<() => void> => {
  const queryClient = client
  const persister = createSyncStoragePersister({
    storage,
    key: storageKey(who.userId, who.orgId),
    throttleTime: 1000,
    serialize: (value) => {
      const text = JSON.stringify(value)
      if (text.length > maxLength) throw new Error('Too much to keep')
      return text
    },
    retry: removeOldestQuery,
  })
  await persistQueryClientRestore({ queryClient, persister, maxAge: week, buster: shape })
  // Kept answers show at once; the server is asked all the same, or a change would never arrive.
  void client.invalidateQueries({ predicate: (query) => isKept(query.queryKey) })
  return persistQueryClientSubscribe({
    queryClient,
    persister,
    buster: shape,
    dehydrateOptions: {
      shouldDehydrateQuery: (query) => query.state.status === 'success' && isKept(query.queryKey),
      shouldDehydrateMutation: () => false,
    },
  })
}

/** Removes everything kept for anyone on this device: at sign-out. */
export const dropKeptQueries = (storage: Storage = localStorage): void => {
  for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
}
