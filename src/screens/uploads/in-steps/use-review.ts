import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Upload, UploadRow } from '../../../../contract/money/uploads.ts'
import { useApi } from '../../../lib/use-api.ts'
import { rowsQuery } from '../queries.ts'
import { useDeciding } from './use-deciding.ts'

/** So many rows are fetched at once. */
const batch = 50

type Past = { row: UploadRow; said: 'accepted' | 'rejected' | 'left' }

/** The uncertain rows of a file one after the other: which is looked at, what was said of those before, and how to say it. */
export const useReview = (upload: Upload) => {
  const api = useApi()
  const deciding = useDeciding(upload)
  const [from, setFrom] = useState(0)
  const [past, setPast] = useState<readonly Past[]>([])
  const [again, setAgain] = useState<UploadRow | null>(null)
  const [failed, setFailed] = useState<{ row: number; error: Error } | null>(null)
  const query = useQuery(rowsQuery(api, { id: upload.id, state: 'review', from, size: batch }))
  const seen = new Set(past.map(({ row }) => row.row))
  const next = query.data?.rows.find(({ row }) => !seen.has(row))
  // Rows come in the order of the file: those left as they are stand before all that follow.
  const left = past.filter(({ said }) => said === 'left').length
  const { refetch } = query
  const over =
    query.data !== undefined &&
    next === undefined &&
    !query.isFetching &&
    !query.isError &&
    !deciding.one.isPending &&
    upload.counts.review > left
  if (over && from !== left) setFrom(left)
  const anew = over && from === left
  useEffect(() => {
    if (anew) void refetch()
  }, [anew, refetch])
  const row = again ?? next ?? null

  const pass = (said: Past['said']): void => {
    if (row === null) return
    setPast((before) => [...before.filter((each) => each.row.row !== row.row), { row, said }])
    setAgain(null)
    setFailed(null)
  }
  const decide = (said: 'accepted' | 'rejected', recordId?: string): void => {
    if (row === null || deciding.reason !== undefined) return
    pass(said)
    const decision = said === 'accepted' ? 'accept' : 'reject'
    deciding.one.mutate(
      { row: row.row, decision, ...(recordId === undefined ? {} : { recordId }) },
      {
        onError: (error) => {
          // Nothing was decided: the row comes back.
          setPast((before) => before.filter((each) => each.row.row !== row.row))
          setAgain(row)
          setFailed({ row: row.row, error })
        },
      },
    )
  }
  const startOver = (): void => {
    setPast([])
    setAgain(null)
    setFrom(0)
    void refetch()
  }
  const last = past.findLast(({ row: each }) => each.row !== again?.row)
  return {
    row,
    left,
    failed,
    deciding,
    /** What was said of the row that is looked at again. */
    said: again === null ? null : (past.find((each) => each.row.row === again.row)?.said ?? null),
    coming: row === null && (query.isFetching || over || deciding.one.isPending),
    trouble: row === null && query.isError ? query.error : null,
    retry: () => void refetch(),
    accept: (recordId: string) => decide('accepted', recordId),
    reject: () => decide('rejected'),
    leave: () => pass('left'),
    back: last === undefined ? null : () => setAgain(last.row),
    startOver,
  }
}
