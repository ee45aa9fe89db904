import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SavedSearch } from '../../../../contract/saved-work/searches.ts'
import { useOffline } from '../../../lib/connectivity.ts'
import { useApi } from '../../../lib/use-api.ts'

/** Marks a saved search as opened on the server: only later results are new. A search that is only on this device has nothing new. */
export const useMarkSeen = ({ id, version }: SavedSearch): void => {
  const api = useApi()
  const memory = useQueryClient()
  const offline = useOffline()
  const looks = version > 0 && !offline
  useEffect(() => {
    if (!looks) return
    api.searchSeen({ id }).then(
      () => void memory.invalidateQueries({ queryKey: ['list-counts'] }),
      // It stays new, and the next visit tries again.
      () => {},
    )
  }, [api, memory, id, looks])
}
