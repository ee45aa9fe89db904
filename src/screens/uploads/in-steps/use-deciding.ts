import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Upload } from '../../../../contract/money/uploads.ts'
import { useOffline } from '../../../lib/contact.ts'
import { useMay } from '../../../shared/members/may.ts'
import { useApi } from '../../../lib/use-api.ts'
import { exchangeKey, uploadQuery } from '../queries.ts'

/** What somebody says of a row: it is that record, or none of those that were proposed. */
export type Decision = { row: number; decision: 'accept' | 'reject'; recordId?: string }

/** Tells the server what rows are, and keeps the numbers of the upload right. `reason` says why nothing can be decided now. */
export const useDeciding = ({ id, state }: Pick<Upload, 'id' | 'state'>) => {
  const api = useApi()
  const client = useQueryClient()
  const offline = useOffline()
  const may = useMay('decideRows')
  const keep = (upload: Upload): void => {
    client.setQueryData(uploadQuery(api, id).queryKey, upload)
    // Whoever shows rows says when to ask anew: a quick reviewer would ask more often than one may.
    void client.invalidateQueries({ queryKey: [...exchangeKey, 'rows', id], refetchType: 'none' })
    void client.invalidateQueries({ queryKey: ['estimate'] })
  }
  const one = useMutation({
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
        ? 'We’re enriching this file. Review it when that’s done.'
        : undefined)
  return { one, many, reason }
}
