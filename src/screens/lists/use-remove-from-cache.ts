import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { pageSize, type ListPage } from './queries.ts'
import type { SavedRow } from './saved-rows.ts'

/**
 * Removes records from cached pages at once, and refetches once the count has changed. Returns how to restore the pages: where a
 * removal and its undo are sent together, the count never changes.
 */
export const useRemoveFromCache = ({
  id,
  state,
  count,
}: SavedRow): ((recordIds: readonly string[]) => () => void) => {
  const memory = useQueryClient()
  const before = useRef({ state, count })
  useEffect(() => {
    const was = before.current
    before.current = { state, count }
    if (state !== 'sent' || (was.state === 'sent' && was.count === count)) return
    void memory.invalidateQueries({ queryKey: ['list-records', id] })
  }, [memory, id, state, count])
  return (recordIds) => {
    const removedIds = new Set(recordIds)
    const cached = memory.getQueriesData<ListPage>({ queryKey: ['list-records', id] })
    const questions = new Map<string, Map<number, ListPage>>()
    for (const [[, , question, page], data] of cached)
      if (data !== undefined && typeof page === 'number') {
        const key = JSON.stringify(question)
        questions.set(key, (questions.get(key) ?? new Map<number, ListPage>()).set(page, data))
      }
    const left = new Map([...questions].map(([key, pages]) => [key, without(pages, removedIds)]))
    for (const [queryKey] of cached) {
      const [, , question, page] = queryKey
      const data = left.get(JSON.stringify(question))?.get(Number(page))
      if (data !== undefined) memory.setQueryData(queryKey, data)
    }
    return () => {
      for (const [queryKey, data] of cached) memory.setQueryData(queryKey, data)
    }
  }
}

/** The cached pages of a query without some records: later rows move up, as far as they are loaded. */
export const without = (
  pages: ReadonlyMap<number, ListPage>,
  removedIds: ReadonlySet<string>,
): Map<number, ListPage> => {
  const rows: ListPage['records'][number][] = []
  for (const [page, { records }] of pages)
    records.forEach((record, index) => {
      rows[page * pageSize + index] = record
    })
  // Array.from visits rows that were never filled.
  const remaining = Array.from(rows).filter(
    (record) => record === undefined || !removedIds.has(record.id),
  )
  const fewer = rows.length - remaining.length
  return new Map(
    [...pages].map(([page, { total }]) => [
      page,
      {
        total: Math.max(0, total - fewer),
        records: remaining.slice(page * pageSize, (page + 1) * pageSize),
      },
    ]),
  )
}
