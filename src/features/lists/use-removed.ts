import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { CallOutput } from '../../../contract/call.ts'
import type { listsCalls } from '../../../contract/lists.ts'
import type { SavedRow } from './saved-rows.ts'

type Page = CallOutput<typeof listsCalls.listRecords>

/** Takes a record out of what the server told of a list at once, and asks it again when the edits of the list have been sent. */
export const useRemoved = ({ id, state, count }: SavedRow): ((recordId: string) => void) => {
  const memory = useQueryClient()
  const queryKey = ['list-records', id]
  const before = useRef({ state, count })
  useEffect(() => {
    const was = before.current
    before.current = { state, count }
    if (state !== 'sent' || (was.state === 'sent' && was.count === count)) return
    void memory.invalidateQueries({ queryKey: ['list-records', id] })
  }, [memory, id, state, count])
  return (recordId) =>
    memory.setQueriesData<InfiniteData<Page>>({ queryKey }, (data) => {
      if (!data?.pages.some(({ records }) => records.some((view) => view.id === recordId)))
        return data
      return {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          total: Math.max(0, page.total - 1),
          records: page.records.filter((view) => view.id !== recordId),
        })),
      }
    })
}
