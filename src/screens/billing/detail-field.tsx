import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useOffline } from '../../lib/connectivity.ts'
import { describeError } from '../../lib/describe-error.ts'
import { useApi } from '../../lib/use-api.ts'
import { needsConnection } from '../../shared/billing/has-payments.ts'
import { customerInfoQuery } from '../../shared/queries.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { DetailRow } from './detail-row.tsx'

/** A detail of invoices that is changed where it is shown. */
export const DetailField = ({
  field,
  label,
  value,
  hint,
  empty,
}: {
  field: 'billingEmail' | 'taxId'
  label: string
  value: string | null
  hint: string
  /** What is true without a value. */
  empty: string
}) => {
  const api = useApi()
  const client = useQueryClient()
  const offline = useOffline()
  const [text, setText] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const isEditing = text !== null
  useEffect(() => {
    if (isEditing) input.current?.focus()
  }, [isEditing])
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (next: string) =>
      api.updateCustomer({ data: { [field]: next.trim() === '' ? null : next.trim() } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: customerInfoQuery(api).queryKey })
      setText(null)
    },
  })
  if (text === null)
    return (
      <DetailRow
        label={label}
        action={
          <Button
            size="sm"
            aria-label={`${value === null ? 'Add' : 'Edit'} ${label}`}
            disabledReason={offline ? needsConnection : undefined}
            onClick={() => setText(value ?? '')}
          >
            {value === null ? 'Add' : 'Edit'}
          </Button>
        }
      >
        {value ?? <span className="text-ink-soft">{empty}</span>}
      </DetailRow>
    )
  const { title, detail } = describeError(error)
  return (
    <DetailRow label={label}>
      <form
        className="flex flex-wrap items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          mutate(text)
        }}
      >
        <TextField
          label={label}
          labelHidden
          ref={input}
          type={field === 'billingEmail' ? 'email' : 'text'}
          inputMode={field === 'billingEmail' ? 'email' : 'numeric'}
          value={text}
          onValueChange={(next) => {
            if (error !== null) reset()
            setText(next)
          }}
          hint={hint}
          error={error === null ? undefined : detail === '' ? `${title}.` : detail}
          className="w-72 max-w-full"
        />
        <Button variant="primary" type="submit" busy={isPending}>
          Save
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            reset()
            setText(null)
          }}
        >
          Cancel
        </Button>
      </form>
    </DetailRow>
  )
}
