import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Upload } from '../../../../contract/money/uploads.ts'
import { useOffline } from '../../../lib/connectivity.ts'
import { useMay } from '../../../shared/members/may.ts'
import { useApi } from '../../../lib/use-api.ts'
import { exchangeKey, uploadQuery } from '../queries.ts'

export type Decision = { row: number; decision: 'accept' | 'reject'; recordId?: string }

/** Sends decisions to the server and updates the counts of the upload. `reason` says why deciding is disabled. */
export const useReviewDecisions = ({ id, state }: Pick<Upload, 'id' | 'state'>) => {
  const api = useApi()
  const client = useQueryClient()
  const offline = useOffline()
  const may = useMay('decideRows')
  const keep = (upload: Upload): void => {
    client.setQueryData(uploadQuery(api, id).queryKey, upload)
    // Callers decide when to refetch: a quick reviewer would exceed the rate limit.
    void client.invalidateQueries({ queryKey: [...exchangeKey, 'rows', id], refetchType: 'none' })
    void client.invalidateQueries({ queryKey: ['estimate'] })
  }
  const decideRow = useMutation({
    mutationKey: ['Deciding a row'],
    mutationFn: (decision: Decision) => api.decideRows({ id, decisions: [decision] }),
    onSuccess: keep,
  })
  const many = useMutation({
    mutationKey: ['Deciding rows'],
    mutationFn: (minScore: number) => api.decideReview({ id, decision: 'accept', minScore }),
    onSuccess: ({ upload }) => keep(upload),
  })
  const reason =
    may.reason ??
    (offline
      ? 'You need a connection to review rows.'
      : state === 'ENRICHING'
        ? 'We’re preparing your download. Review the rest when it’s ready.'
        : undefined)
  return { decideRow, many, reason }
}
