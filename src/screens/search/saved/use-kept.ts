import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RecentSearch, SavedSearch } from '../../../../contract/saved-work/searches.ts'
import { useOffline } from '../../../lib/contact.ts'
import { useLive } from '../../../shared/offline/device.tsx'
import { useUnread } from '../../../shared/offline/unread.ts'
import { useApi } from '../../../lib/use-api.ts'
import { recentSearches, savedSearches, type Shown } from '../../../offline/live.ts'

export type Kept = {
  /** Undefined while they are read, and where they cannot be. */
  saved: Shown<SavedSearch>[] | undefined
  recents: Shown<RecentSearch>[] | undefined
  /** This device cannot be read: they are the server's then, and can only be read. */
  onlyRead: boolean
  /** Neither this device nor the server can tell them. */
  lost: boolean
}

/** Saved and recent searches: this device's or, where it cannot be read, the server's. */
export const useKept = (): Kept => {
  const api = useApi()
  const offline = useOffline()
  const saved = useLive(savedSearches)
  const recents = useLive(recentSearches)
  const onlyRead = useUnread(saved && recents) !== null
  const { data, isError } = useQuery({
    queryKey: ['kept-on-server'],
    queryFn: ({ signal }) =>
      Promise.all([api.savedSearches({}, { signal }), api.recentSearches({}, { signal })]),
    // A connection that comes back asks for them by itself.
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

/** What is said where they are `lost`. */
export const lostWords =
  'We can’t read saved data on this device right now. It loads when you’re back online.'
