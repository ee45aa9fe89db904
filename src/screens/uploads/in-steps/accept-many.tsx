import { useState } from 'react'
import type { Upload } from '../../../../contract/money/uploads.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { Callout } from '../../../ui/callout.tsx'
import type { useReviewDecisions } from './use-review-decisions.ts'
import { formatRows, refusalOf } from '../copy.ts'

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
  const [least, setLeast] = useState<(typeof scores)[number]>('75')
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
              disabledReason={reason}
              onClick={accept}
            >
              Accept
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-3">
          <SelectField
            label="Score"
            value={least}
            onValueChange={setLeast}
            options={scores.map((score) => ({
              value: score,
              label: score === '60' ? 'All (60 or higher)' : `${score} or higher`,
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
