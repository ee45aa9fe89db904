import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLive } from '../../lib/device.tsx'
import { useApi } from '../../lib/use-api.ts'
import { countsQuery } from './queries.ts'
import { savedRows, withCounts, type SavedRow } from './saved-rows.ts'

/** Every list and saved search, from this device, with the server's counts where it is reached; undefined while the device is read. */
export const useSavedRows = (): SavedRow[] | undefined => {
  const rows = useLive(savedRows)
  const { data } = useQuery(countsQuery(useApi()))
  return useMemo(() => rows && withCounts(rows, data), [rows, data])
}
