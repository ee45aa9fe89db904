import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { pageSize, type ListPage } from './queries.ts'
import type { SavedRow } from './saved-rows.ts'

/** Takes records out of what the server told of a list at once, and asks it again when the edits of the list have been sent. */
export const useRemoved = ({
  id,
  state,
  count,
}: SavedRow): ((recordIds: readonly string[]) => void) => {
  const memory = useQueryClient()
  const before = useRef({ state, count })
  useEffect(() => {
    const was = before.current
    before.current = { state, count }
    if (state !== 'sent' || (was.state === 'sent' && was.count === count)) return
    void memory.invalidateQueries({ queryKey: ['list-records', id] })
  }, [memory, id, state, count])
  return (recordIds) => {
    const gone = new Set(recordIds)
    const held = memory.getQueriesData<ListPage>({ queryKey: ['list-records', id] })
    const questions = new Map<string, Map<number, ListPage>>()
    for (const [[, , question, page], data] of held)
      if (data !== undefined && typeof page === 'number') {
        const key = JSON.stringify(question)
        questions.set(key, (questions.get(key) ?? new Map<number, ListPage>()).set(page, data))
      }
    const left = new Map([...questions].map(([key, pages]) => [key, without(pages, gone)]))
    for (const [queryKey] of held) {
      const [, , question, page] = queryKey
      const data = left.get(JSON.stringify(question))?.get(Number(page))
      if (data !== undefined) memory.setQueryData(queryKey, data)
    }
  }
}

/** The pages of one question without some records: those behind move up, as far as they are known. */
export const without = (
  pages: ReadonlyMap<number, ListPage>,
  gone: ReadonlySet<string>,
): Map<number, ListPage> => {
  const rows: ListPage['records'][number][] = []
  for (const [page, { records }] of pages)
    records.forEach((record, index) => {
      rows[page * pageSize + index] = record
    })
  // Array.from: places that were never filled are rows too.
  const kept = Array.from(rows).filter((record) => record === undefined || !gone.has(record.id))
  const fewer = rows.length - kept.length
  return new Map(
    [...pages].map(([page, { total }]) => [
      page,
      {
        total: Math.max(0, total - fewer),
        records: kept.slice(page * pageSize, (page + 1) * pageSize),
      },
    ]),
  )
}
