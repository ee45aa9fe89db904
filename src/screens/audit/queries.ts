import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api.ts'
import type { AuditView } from './view.ts'

export const pageSize = 25

/** The query for a view. Days start at midnight on this device, as the entries display them. */
export const chosenOf = ({ act, userId, since, until }: AuditView) => ({
  ...(act !== null && { act }),
  ...(userId !== null && { userId }),
  ...(since !== null && { since: midnight(since) }),
  ...(until !== null && { until: midnight(until, 1) }),
})

/** The start of a day (YYYY-MM-DD) in the device's time zone, plus `later` days. */
const midnight = (day: string, later = 0): string => {
  const at = new Date(`${day}T00:00`)
  at.setDate(at.getDate() + later)
  return at.toISOString()
}

export const auditQuery = (api: ApiClient, view: AuditView) => {
  const input = { ...chosenOf(view), from: view.page * pageSize, size: pageSize }
  return queryOptions({
    queryKey: ['audit', input],
    queryFn: ({ signal }) => api.audit(input, { signal }),
    placeholderData: keepPreviousData,
    // An entry of a moment ago must appear.
    staleTime: 5_000,
  })
}

export const auditCheckQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['audit', 'check'],
    queryFn: ({ signal }) => api.auditCheck({}, { signal, timeoutMs: 60_000 }),
    staleTime: 60_000,
  })
