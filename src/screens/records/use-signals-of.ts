import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CompanyView, PersonView } from '../../../contract/records/records.ts'
import type { Signal } from '../../../contract/signals/signals.ts'
import { useLive, useLocal } from '../../shared/offline/device.tsx'
import { log } from '../../lib/log.ts'
import { useApi } from '../../lib/use-api.ts'
import { saveSignalsOf, readSignalsOf } from '../../offline/signals.ts'
import { StorageError } from '../../offline/storage-error.ts'
import { isPerson } from './queries.ts'

/** The signals of a record from the server, stored with it, or from this device while offline; idle unless `wanted`. */
export const useSignalsOf = (
  record: CompanyView | PersonView,
  wanted = true,
): {
  result: { total: number; signals: readonly Signal[] } | undefined
  /** When the server sent the stored signals, where they are shown. */
  asOf: number | null
  error: Error | null
  retry: () => void
} => {
  const api = useApi()
  const local = useLocal()
  const { id } = record
  const category = isPerson(record) ? 'people' : 'company'
  const { data, error, refetch } = useQuery({
    queryKey: ['signals', 'of', category, id],
    queryFn: ({ signal }) => api.signalsOf({ category, id }, { signal }),
    staleTime: 60_000,
    enabled: wanted,
  })
  const cached = useLive((device) => readSignalsOf(device, id), [id])
  useEffect(() => {
    if (data === undefined) return
    saveSignalsOf(local, id, data).catch((trouble: unknown) => {
      if (!(trouble instanceof StorageError)) log.error('Failed to store signals', trouble)
    })
  }, [local, id, data])
  const retry = (): void => void refetch()
  if (data !== undefined) return { result: data, asOf: null, error, retry }
  return { result: cached ?? undefined, asOf: cached?.fetchedAt ?? null, error, retry }
}
