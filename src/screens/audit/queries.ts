import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api.ts'
import type { AuditView } from './view.ts'

/** Entries a page. */
export const pageSize = 25

/** What is asked of the server about these entries; days are those of this device, in whose time entries are shown. */
export const chosenOf = ({ act, userId, since, until }: AuditView) => ({
  ...(act !== null && { act }),
  ...(userId !== null && { userId }),
  ...(since !== null && { since: midnight(since) }),
  ...(until !== null && { until: midnight(until, 1) }),
})

/** When a day (YYYY-MM-DD) begins here, or one so many days later. */
const midnight = (day: string, later = 0): string => {
  const at = new Date(`${day}T00:00`)
  at.setDate(at.getDate() + later)
  return at.toISOString()
}

/** One page of the log. */
export const auditQuery = (api: ApiClient, view: AuditView) => {
  const input = { ...chosenOf(view), from: view.page * pageSize, size: pageSize }
  return queryOptions({
    queryKey: ['audit', input],
    queryFn: ({ signal }) => api.audit(input, { signal }),
    placeholderData: keepPreviousData,
    // What has just been done is looked for here.
    staleTime: 5_000,
  })
}

/** Whether the log is as it was written. */
export const auditCheckQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['audit', 'check'],
    queryFn: ({ signal }) => api.auditCheck({}, { signal, timeoutMs: 60_000 }),
    staleTime: 60_000,
  })
