import { queryOptions } from '@tanstack/react-query'
import type { RecordView } from '../../../contract/records/records.ts'
import type { ApiClient } from '../../lib/api.ts'
import type { Question } from './list-state.ts'

/** What the server counts: how many records searches find now, and how many are new. Asked anew by whoever opens the lists. */
export const countsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['list-counts'],
    queryFn: ({ signal }) => api.lists({}, { signal }),
    staleTime: 60_000,
    retry: false,
  })

/** All lists and saved searches as the server has them, for a device that cannot hold them. */
export const savedQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['saved-on-server'],
    queryFn: async ({ signal }) => {
      const [lists, searches] = await Promise.all([
        api.lists({}, { signal }),
        api.savedSearches({}, { signal }),
      ])
      return { lists, searches }
    },
    staleTime: 60_000,
    retry: false,
  })

/** So many records come at a time. */
export const pageSize = 100

/** One page of the records of a list as the server has them. */
export const listPageQuery = (api: ApiClient, id: string, question: Question, page: number) =>
  queryOptions({
    queryKey: ['list-records', id, question, page],
    queryFn: async ({ signal }): Promise<ListPage> => {
      const { criteria, sorting } = question
      const input = { id, ...criteria, sorting, size: pageSize, from: page * pageSize }
      const { total, records } = await api.listRecords(input, { signal })
      return { total, records }
    },
    staleTime: 60_000,
  })

/** A row is undefined where one in front of it went and what comes after was not fetched. */
export type ListPage = { total: number; records: readonly (RecordView | undefined)[] }
