import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { Upload } from '../../../../contract/money/uploads.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { Callout } from '../../../ui/callout.tsx'
import type { useReviewDecisions } from './use-review-decisions.ts'
import { formatRows, refusalOf } from '../copy.ts'
import { reviewCountQuery } from '../queries.ts'

const scores = ['75', '70', '65', '60'] as const

export const AcceptMany = ({
  upload,
  deciding: { many, reason },
  onDone,
}: {
  upload: Upload
  deciding: ReturnType<typeof useReviewDecisions>
  onDone: () => void
}) => {
  const [asking, setAsking] = useState(false)
  const [chosen, setChosen] = useState<(typeof scores)[number]>()
  const api = useApi()
  const counts = useQueries({
    queries: scores.map((score) => ({
      ...reviewCountQuery(api, upload.id, Number(score)),
      enabled: asking,
    })),
    combine: (results) => results.map(({ data }) => data),
  })
  const least = chosen ?? scores.find((_, index) => counts[index] !== 0) ?? '60'
  const count = counts[scores.indexOf(least)]
  const labelOf = (score: (typeof scores)[number], index: number): string => {
    const range = score === '60' ? 'All (60 or higher)' : `${score} or higher`
    const rows = counts[index]
    return rows === undefined ? range : `${range}: ${formatRows(rows)}`
  }
  const accept = (): void =>
    many.mutate(Number(least), {
      onSuccess: ({ decided }) => {
        setAsking(false)
        showToast({
          title:
            decided === 0 ? `No rows score ${least} or higher` : `${formatRows(decided)} accepted`,
        })
        onDone()
      },
    })
  return (
    <>
      <Button
        size="sm"
        disabledReason={reason ?? (upload.counts.review === 0 ? 'No rows to review.' : undefined)}
        onClick={() => setAsking(true)}
      >
        Accept in bulk
      </Button>
      <Dialog
        open={asking}
        onOpenChange={(open) => {
          if (!many.isPending) setAsking(open)
        }}
        size="sm"
        title="Accept in bulk"
        description="Accepts the best match for every row with this score or higher. You can still change each one."
        footer={
          <>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button
              variant="primary"
              busy={many.isPending}
              disabledReason={
                reason ?? (count === 0 ? `No rows score ${least} or higher` : undefined)
              }
              onClick={accept}
            >
              {count === undefined || count === 0 ? 'Accept' : `Accept ${formatRows(count)}`}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-3">
          <SelectField
            label="Score"
            value={least}
            onValueChange={setChosen}
            options={scores.map((score, index) => ({
              value: score,
              label: labelOf(score, index),
            }))}
          />
          {many.isError && (
            <Callout icon="warning" tone="danger" role="alert">
              No rows accepted. {refusalOf(many.error)}
            </Callout>
          )}
        </div>
      </Dialog>
    </>
  )
}
