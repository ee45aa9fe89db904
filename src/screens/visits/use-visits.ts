import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import {
  everyone,
  type Activity,
  type OutcomeCounts,
  type VisitOutcome,
} from '../../../contract/saved-work/activities.ts'
import { pulledAt } from '../../offline/apply-page.ts'
import type { Device } from '../../offline/database.ts'
import { membersOf, readItems, type LiveItem } from '../../offline/live.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLive } from '../../shared/offline/device.tsx'
import type { VisitFilter } from './visit-filter.ts'

/** `name` of its record, or what is known of that. */
export type ShownVisit = LiveItem<Activity> & { name: string }

export type Visits = {
  /** The latest first; undefined while neither the device nor the server has answered. */
  visits: readonly ShownVisit[] | undefined
  counts: OutcomeCounts
  total: number
  /** Null where these are all. */
  showMore: (() => void) | null
  error: Error | null
  retry: () => void
}

const step = 50

/** Visits from the device, which has all of them once it is synced; until then, and for names it does not know, from the server. */
export const useVisits = (filter: VisitFilter): Visits => {
  const api = useApi()
  const [shown, setShown] = useState(step)
  const onDevice = useLive(readVisits)
  const { by, outcome, list } = filter
  const members = useLive(
    async (device) => (list === null ? null : new Set(await membersOf(device, list))),
    [list],
  )
  const query = useInfiniteQuery({
    queryKey: ['visits', by, outcome, list],
    queryFn: ({ pageParam, signal }) => {
      const wanted = { by, outcome, list, after: pageParam || null }
      const input = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== null))
      return api.visits(input, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  const fromServer = useMemo(() => query.data?.pages.flatMap(({ visits }) => visits), [query.data])
  const isWhole = onDevice?.isWhole === true
  const device = (onDevice?.visits ?? []).filter(
    ({ value }) =>
      (by === everyone || value.authorId === by) &&
      (list === null || members?.has(value.recordId) === true),
  )
  const all = isWhole || fromServer === undefined ? device : joined(device, fromServer)
  const matching = all.filter(({ value }) => outcome === null || value.outcome === outcome)
  const page = matching.slice(0, shown)
  const onPage = page.map(({ value }) => value.recordId).join()
  const known = useLive((device) => namesOf(device, onPage.split(',')), [onPage])
  const counts = isWhole ? countsOf(all) : (query.data?.pages[0]?.counts ?? countsOf(all))
  const hasMore = matching.length > shown || (!isWhole && query.hasNextPage)
  const named = new Map(fromServer?.map(({ id, recordName }) => [id, recordName]))
  const withoutName = query.isFetching
    ? '…'
    : fromServer === undefined
      ? 'Not on this device'
      : 'A removed record'
  return {
    visits:
      (onDevice === undefined || !isWhole) && query.isPending && !query.isPaused
        ? undefined
        : page.map((visit) => ({
            ...visit,
            name: known?.get(visit.value.recordId) ?? named.get(visit.id) ?? withoutName,
          })),
    counts,
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    showMore: hasMore
      ? () => {
          setShown(shown + step)
          if (query.hasNextPage) void query.fetchNextPage()
        }
      : null,
    error: isWhole || fromServer !== undefined ? null : query.error,
    retry: () => void query.refetch(),
  }
}

const readVisits = async (
  device: Device,
): Promise<{ visits: readonly LiveItem<Activity>[]; isWhole: boolean }> => {
  const activities = await readItems<Activity>(device, 'activities', orderOf)
  return {
    visits: activities.filter(({ value }) => value.kind === 'visit'),
    isWhole: (await device.read(pulledAt)) !== null,
  }
}

const orderOf = ({ at, id }: Activity): string => `${at} ${id}`

const namesOf = async (
  device: Device,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await device.read(({ records }) => records.bulkGet([...new Set(ids)]))
  return new Map(rows.flatMap((row) => (row ? [[row.id, row.view.name] as const] : [])))
}

/** The device's version of a visit wins: it has the unsent edits. */
const joined = (
  device: readonly LiveItem<Activity>[],
  server: readonly Activity[],
): LiveItem<Activity>[] => {
  const all = new Map<string, LiveItem<Activity>>(
    server.map((value) => [value.id, { id: value.id, value, state: 'sent' }]),
  )
  for (const visit of device) all.set(visit.id, visit)
  return [...all.values()].toSorted((x, y) => (orderOf(x.value) < orderOf(y.value) ? 1 : -1))
}

const countsOf = (visits: readonly LiveItem<Activity>[]): OutcomeCounts => {
  const counts: Partial<Record<VisitOutcome, number>> = {}
  for (const { value } of visits)
    if (value.outcome !== null) counts[value.outcome] = (counts[value.outcome] ?? 0) + 1
  return counts
}
