import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useOffline } from '../../lib/connectivity.ts'
import { useApi } from '../../lib/use-api.ts'
import { countsQuery } from '../../shared/queries.ts'
import type { SavedRow } from './saved-rows.ts'

/** Marks a list with new results as seen on the server; offline it stays new. */
export const useSeen = (row: SavedRow | undefined): void => {
  const api = useApi()
  const memory = useQueryClient()
  const offline = useOffline()
  const id = row !== undefined && (row.newSince ?? 0) > 0 && !offline ? row.id : null
  useEffect(() => {
    if (id === null) return
    api.listSeen({ id }).then(
      () => void memory.invalidateQueries({ queryKey: countsQuery(api).queryKey }),
      // It stays new, and the next visit tries again.
      () => {},
    )
  }, [api, id, memory])
}
