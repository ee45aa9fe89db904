import { queryOptions } from '@tanstack/react-query'
import type { RecordView } from '../../../contract/records/records.ts'
import type { ApiClient } from '../../lib/api.ts'
import type { Question } from './list-state.ts'

/** All lists and saved searches from the server, for a device that cannot store them. */
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

export const pageSize = 100

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

/** A row is undefined where an earlier one was removed and its successor is not loaded. */
export type ListPage = { total: number; records: readonly (RecordView | undefined)[] }
