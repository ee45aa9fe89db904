import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api.ts'
import { freshMs, recordsCall, type SignalPrefix } from '../../shared/signals/newest-signals.ts'
import { pageSize, questionOf, sortings, type Place } from './place.ts'

/** A page of signals; the one before stays on the screen while the next is on its way, of the same category only. */
export const pageQuery = (api: ApiClient, prefix: SignalPrefix, place: Place) => {
  const input = {
    ...questionOf(place),
    sorting: sortings[place.sort].sorting,
    from: place.page * pageSize,
    size: pageSize,
  }
  return queryOptions({
    queryKey: ['signals', 'page', prefix, input],
    queryFn: ({ signal }) => recordsCall(api, prefix)(input, { signal }),
    staleTime: freshMs,
    placeholderData: (before, query) => {
      const [, , , asked] = query?.queryKey ?? []
      // Keys that begin like this one are made here.
      const { category } = (asked ?? input) as typeof input
      return category === place.category ? before : undefined
    },
  })
}

/** How many there are of a question, and nothing else of them. */
export const countQuery = (api: ApiClient, prefix: SignalPrefix, place: Place) => {
  const input = { ...questionOf(place), from: 0, size: 1 }
  return queryOptions({
    queryKey: ['signals', 'count', prefix, input],
    queryFn: async ({ signal }) => (await recordsCall(api, prefix)(input, { signal })).total,
    staleTime: freshMs,
  })
}

/** Days and types of a question: the days whatever range is chosen, the types whichever are. */
export const overTimeQuery = (api: ApiClient, place: Place) => {
  const question = questionOf(place)
  return queryOptions({
    queryKey: ['signals', 'over-time', question],
    queryFn: ({ signal }) => api.signalsOverTime(question, { signal }),
    staleTime: freshMs,
    placeholderData: (before, query) => {
      const [, , asked] = query?.queryKey ?? []
      // Keys that begin like this one are made here.
      const { category } = (asked ?? question) as typeof question
      return category === place.category ? before : undefined
    },
  })
}

/** The types one does not want to hear of now. */
export const snoozesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['signals', 'snoozes'],
    queryFn: ({ signal }) => api.snoozes({}, { signal }),
    staleTime: freshMs,
  })
