import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CompanyView, PersonView } from '../../../contract/records/records.ts'
import type { Signal } from '../../../contract/signals/signals.ts'
import { useLive, useLocal } from '../../shared/offline/device.tsx'
import { log } from '../../lib/log.ts'
import { useApi } from '../../lib/use-api.ts'
import { keepSignalsOf, keptSignalsOf } from '../../offline/signals.ts'
import { StorageTrouble } from '../../offline/trouble.ts'
import { isPerson } from './queries.ts'

/** The signals of a record from the server, kept with it, or from this device where the server is out of reach; nothing is asked unless `wanted`. */
export const useSignalsOf = (
  record: CompanyView | PersonView,
  wanted = true,
): {
  told: { total: number; signals: readonly Signal[] } | undefined
  /** When this device was told, where the server does not tell now. */
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
  const kept = useLive((device) => keptSignalsOf(device, id), [id])
  useEffect(() => {
    if (data === undefined) return
    keepSignalsOf(local, id, data).catch((trouble: unknown) => {
      if (!(trouble instanceof StorageTrouble)) log.error('Signals could not be kept', trouble)
    })
  }, [local, id, data])
  const retry = (): void => void refetch()
  if (data !== undefined) return { told: data, asOf: null, error, retry }
  return { told: kept ?? undefined, asOf: kept?.fetchedAt ?? null, error, retry }
}
