import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Upload, UploadRow } from '../../../../contract/money/uploads.ts'
import { useApi } from '../../../lib/use-api.ts'
import { rowsQuery } from '../queries.ts'
import { useReviewDecisions } from './use-review-decisions.ts'

const batch = 50

type Past = { row: UploadRow; said: 'accepted' | 'rejected' | 'left' }

export const useReview = (upload: Upload) => {
  const api = useApi()
  const deciding = useReviewDecisions(upload)
  const [from, setFrom] = useState(0)
  const [past, setPast] = useState<readonly Past[]>([])
  const [again, setAgain] = useState<UploadRow | null>(null)
  const [failed, setFailed] = useState<{ row: number; error: Error } | null>(null)
  const query = useQuery(rowsQuery(api, { id: upload.id, state: 'review', from, size: batch }))
  const seen = new Set(past.map(({ row }) => row.row))
  const next = query.data?.rows.find(({ row }) => !seen.has(row))
  // Rows come in file order: skipped rows precede all later rows.
  const left = past.filter(({ said }) => said === 'left').length
  const { refetch } = query
  const over =
    query.data !== undefined &&
    next === undefined &&
    !query.isFetching &&
    !query.isError &&
    !deciding.decideRow.isPending &&
    upload.counts.review > left
  if (over && from !== left) setFrom(left)
  const needsRefetch = over && from === left
  useEffect(() => {
    if (needsRefetch) void refetch()
  }, [needsRefetch, refetch])
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
    deciding.decideRow.mutate(
      { row: row.row, decision, ...(recordId === undefined ? {} : { recordId }) },
      {
        onError: (error) => {
          // The decision failed: the row returns.
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
    /** The decision on the row that is open again. */
    said: again === null ? null : (past.find((each) => each.row.row === again.row)?.said ?? null),
    coming: row === null && (query.isFetching || over || deciding.decideRow.isPending),
    trouble: row === null && query.isError ? query.error : null,
    retry: () => void refetch(),
    accept: (recordId: string) => decide('accepted', recordId),
    reject: () => decide('rejected'),
    leave: () => pass('left'),
    back: last === undefined ? null : () => setAgain(last.row),
    startOver,
  }
}
