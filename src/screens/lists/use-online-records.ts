import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { deepest } from '../../../contract/search/criteria.ts'
import { useApi } from '../../lib/use-api.ts'
import { noDistances, type Found } from './found.ts'
import type { Question } from './list-state.ts'
import { listPageQuery, pageSize } from './queries.ts'

/** Rows that are prefetched beyond the visible ones. */
const ahead = 25
/** Debounces fast scrolling: only the page where the user stops loads. */
const restMs = 120

/** The records of a list from the server, page by page. The last answer stays until the next query is answered. */
export const useOnlineRecords = (id: string, question: Question, enabled: boolean): Found => {
  const api = useApi()
  const memory = useQueryClient()
  const [[first, last], setSeen] = useState<readonly [number, number]>([0, 0])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pages = [...new Set([0, ...Array.from({ length: last - first + 1 }, (_, n) => first + n)])]
  const [head] = useQueries({
    queries: pages.map((page) => ({ ...listPageQuery(api, id, question, page), enabled })),
  })
  const [answered, setAnswered] = useState(question)
  if (head?.data !== undefined && answered !== question) setAnswered(question)
  const pageAt = (page: number) =>
    memory.getQueryData(listPageQuery(api, id, answered, page).queryKey)
  const total = pageAt(0)?.total

  const need = useCallback(
    (from: number, to: number) => {
      const end = Math.max(0, Math.ceil(Math.min(total ?? 1, deepest) / pageSize) - 1)
      const pageOf = (row: number) => Math.min(end, Math.max(0, Math.floor(row / pageSize)))
      const seen = [pageOf(from - ahead), pageOf(to + ahead)] as const
      clearTimeout(timer.current)
      const see = (): void =>
        setSeen((before) => (before[0] === seen[0] && before[1] === seen[1] ? before : seen))
      if (Math.abs(seen[0] - first) <= 1) see()
      else timer.current = setTimeout(see, restMs)
    },
    [first, total],
  )
  return {
    total,
    ids: null,
    at: (index) => pageAt(Math.floor(index / pageSize))?.records[index % pageSize],
    need,
    distances: noDistances,
    trouble: head?.error ?? null,
    retry: () => void memory.invalidateQueries({ queryKey: ['list-records', id] }),
  }
}
