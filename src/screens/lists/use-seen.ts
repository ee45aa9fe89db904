import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useOffline } from '../../lib/contact.ts'
import { useApi } from '../../lib/use-api.ts'
import { countsQuery } from './queries.ts'
import type { SavedRow } from './saved-rows.ts'

/** Tells the server that one has looked at a list that had something new; without a connection it stays new. */
export const useSeen = (row: SavedRow | undefined): void => {
  const api = useApi()
  const memory = useQueryClient()
  const offline = useOffline()
  const id = row !== undefined && (row.newSince ?? 0) > 0 && !offline ? row.id : null
  useEffect(() => {
    if (id === null) return
    api.listSeen({ id }).then(
      () => void memory.invalidateQueries({ queryKey: countsQuery(api).queryKey }),
      // It stays marked as new, and is told the next time.
      () => {},
    )
  }, [api, id, memory])
}
