import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useOffline } from '../../lib/contact.ts'
import { useLive } from '../../shared/offline/device.tsx'
import { useUnread } from '../../shared/offline/unread.ts'
import { useApi } from '../../lib/use-api.ts'
import type { TroubleKind } from '../../offline/trouble.ts'
import { countsQuery, savedQuery } from './queries.ts'
import { rowsToldBy, savedRows, withCounts, type SavedRow } from './saved-rows.ts'

export type SavedRows = {
  /** Undefined while they are read, and where they cannot be. */
  rows: SavedRow[] | undefined
  /** Where this device cannot be read: the rows are the server's then, to be read only. Null where they are the device's. */
  unread: Unread | null
}
export type Unread = {
  trouble: TroubleKind
  /** When the server told them, ms since 1970; 0 where it has not. */
  at: number
  /** The server cannot tell them either. */
  lost: boolean
  /** What it failed with. */
  error: Error | null
  retry: () => void
}

/** Every list and saved search, from this device, with the server's counts where it is reached; from the server alone where the device cannot be read. */
export const useSavedRows = (): SavedRows => {
  const api = useApi()
  const offline = useOffline()
  const here = useLive(savedRows)
  const trouble = useUnread(here)
  const { data: counts } = useQuery(countsQuery(api))
  // A connection that comes back asks for them by itself.
  const told = useQuery({ ...savedQuery(api), enabled: trouble !== null && !offline })
  const { data, dataUpdatedAt: at, isError, error, refetch } = told
  const rows = useMemo(
    () => here ?? (trouble === null ? undefined : data && rowsToldBy(data)),
    [here, trouble, data],
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
