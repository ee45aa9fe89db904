import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SavedSearch } from '../../../../contract/saved-work/searches.ts'
import { useOffline } from '../../../lib/contact.ts'
import { useApi } from '../../../lib/use-api.ts'

/** Tells the server that one has opened a saved search: what is new in it counts from here. One that only this device has holds nothing new. */
export const useLookedAt = ({ id, version }: SavedSearch): void => {
  const api = useApi()
  const memory = useQueryClient()
  const offline = useOffline()
  const looks = version > 0 && !offline
  useEffect(() => {
    if (!looks) return
    api.searchSeen({ id }).then(
      () => void memory.invalidateQueries({ queryKey: ['list-counts'] }),
      // It stays marked as new, and is told the next time.
      () => {},
    )
  }, [api, memory, id, looks])
}
