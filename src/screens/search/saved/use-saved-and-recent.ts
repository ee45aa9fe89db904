import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RecentSearch, SavedSearch } from '../../../../contract/saved-work/searches.ts'
import { useOffline } from '../../../lib/connectivity.ts'
import { useLive } from '../../../shared/offline/device.tsx'
import { useReadFailure } from '../../../shared/offline/read-failure.ts'
import { useApi } from '../../../lib/use-api.ts'
import { recentSearches, savedSearches, type LiveItem } from '../../../offline/live.ts'

export type SavedAndRecent = {
  /** Undefined while they load, and where neither source has them. */
  saved: LiveItem<SavedSearch>[] | undefined
  recents: LiveItem<RecentSearch>[] | undefined
  /** Device storage failed: they come from the server, read-only. */
  onlyRead: boolean
  /** Neither this device nor the server can read them. */
  lost: boolean
}

/** Saved and recent searches from this device, or from the server where device storage fails. */
export const useSavedAndRecent = (): SavedAndRecent => {
  const api = useApi()
  const offline = useOffline()
  const saved = useLive(savedSearches)
  const recents = useLive(recentSearches)
  const onlyRead = useReadFailure(saved && recents) !== null
  const { data, isError } = useQuery({
    queryKey: ['saved-on-server'],
    queryFn: ({ signal }) =>
      Promise.all([api.savedSearches({}, { signal }), api.recentSearches({}, { signal })]),
    // The query refetches on reconnect.
    enabled: onlyRead && !offline,
    staleTime: 60_000,
  })
  return useMemo(() => {
    const [ofSaved, ofRecents] = (onlyRead && data) || []
    return {
      saved: saved ?? ofSaved?.map((value) => ({ id: value.id, value, state: 'sent' })),
      recents: recents ?? ofRecents?.map((value) => ({ id: value.rid, value, state: 'sent' })),
      onlyRead,
      lost: onlyRead && data === undefined && (offline || isError),
    }
  }, [saved, recents, onlyRead, data, offline, isError])
}

export const unreadableMessage =
  'We can’t read saved data on this device right now. It loads when you’re back online.'
