import { listPageSize } from '../../../contract/constants.ts'
import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '../../lib/api.ts'
import { freshMs, recordsCall, type SignalPrefix } from '../../shared/signals/newest-signals.ts'
import { questionOf, sortings, type SignalsRoute } from './route.ts'

export const pageQuery = (api: ApiClient, prefix: SignalPrefix, route: SignalsRoute) => {
  const input = {
    ...questionOf(route),
    sorting: sortings[route.sort].sorting,
    from: route.page * listPageSize,
    size: listPageSize,
  }
  return queryOptions({
    queryKey: ['signals', 'page', prefix, input],
    queryFn: ({ signal }) => recordsCall(api, prefix)(input, { signal }),
    staleTime: freshMs,
    placeholderData: (before, query) => {
      const [, , , previousInput] = query?.queryKey ?? []
      // Only this function creates keys with this prefix.
      const { category } = (previousInput ?? input) as typeof input
      return category === route.category ? before : undefined
    },
  })
}

export const countQuery = (api: ApiClient, prefix: SignalPrefix, route: SignalsRoute) => {
  const input = { ...questionOf(route), from: 0, size: 1 }
  return queryOptions({
    queryKey: ['signals', 'count', prefix, input],
    queryFn: async ({ signal }) => (await recordsCall(api, prefix)(input, { signal })).total,
    staleTime: freshMs,
  })
}

/** Days and types of a query: the days ignore the date filter, the types the type filter. */
export const overTimeQuery = (api: ApiClient, route: SignalsRoute) => {
  const question = questionOf(route)
  return queryOptions({
    queryKey: ['signals', 'over-time', question],
    queryFn: ({ signal }) => api.signalsOverTime(question, { signal }),
    staleTime: freshMs,
    placeholderData: (before, query) => {
      const [, , previousQuestion] = query?.queryKey ?? []
      // Only this function creates keys with this prefix.
      const { category } = (previousQuestion ?? question) as typeof question
      return category === route.category ? before : undefined
    },
  })
}

export const snoozesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['signals', 'snoozes'],
    queryFn: ({ signal }) => api.snoozes({}, { signal }),
    staleTime: freshMs,
  })
