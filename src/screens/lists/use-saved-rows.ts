import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useOffline } from '../../lib/connectivity.ts'
import { useLive } from '../../shared/offline/device.tsx'
import { useReadFailure } from '../../shared/offline/read-failure.ts'
import { useApi } from '../../lib/use-api.ts'
import type { StorageErrorKind } from '../../offline/storage-error.ts'
import { countsQuery } from '../../shared/queries.ts'
import { savedQuery } from './queries.ts'
import { rowsFromServer, savedRows, withCounts, type SavedRow } from './saved-rows.ts'

export type SavedRows = {
  /** Undefined while they load, and where neither source has them. */
  rows: SavedRow[] | undefined
  /** Set where device storage fails and the rows come from the server, read-only; otherwise null. */
  unread: Unread | null
}
export type Unread = {
  trouble: StorageErrorKind
  /** When the server answered, ms since 1970; 0 where it did not. */
  at: number
  lost: boolean
  error: Error | null
  retry: () => void
}

/** Every list and saved search from this device, with the server's counts; from the server alone where device storage fails. */
export const useSavedRows = (): SavedRows => {
  const api = useApi()
  const offline = useOffline()
  const deviceRows = useLive(savedRows)
  const trouble = useReadFailure(deviceRows)
  const { data: counts } = useQuery(countsQuery(api))
  // The query refetches on reconnect.
  const serverQuery = useQuery({ ...savedQuery(api), enabled: trouble !== null && !offline })
  const { data, dataUpdatedAt: at, isError, error, refetch } = serverQuery
  const rows = useMemo(
    () => deviceRows ?? (trouble === null ? undefined : data && rowsFromServer(data)),
    [deviceRows, trouble, data],
  )
  return {
    rows: useMemo(() => rows && withCounts(rows, counts), [rows, counts]),
    unread:
      trouble === null
        ? null
        : {
            trouble,
            at,
            lost: data === undefined && (offline || isError),
            error,
            retry: () => void refetch(),
          },
  }
}
