import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Integration } from '../../../contract/money/crm.ts'
import { ApiProblem } from '../../lib/api-errors.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { describeError } from '../../lib/describe-error.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLeave } from '../../lib/use-leave.ts'
import { useCrmCall } from '../../shared/crm/connection.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { FormError } from '../../ui/form-error.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** Opens the CRM, where the admin allows Fieldbook. `blocked` says why that is impossible. */
export const ConnectCrm = ({
  integration: { key, label, address, connection },
  blocked,
}: {
  integration: Integration
  blocked: string | undefined
}) => {
  const api = useApi()
  const withToken = useCrmCall()
  const offline = useOffline()
  const { isLeaving, leave } = useLeave()
  const [typed, setTyped] = useState('')
  const connect = useMutation({
    mutationKey: ['Connecting a CRM'],
    mutationFn: () =>
      withToken((token) =>
        api.connectCrm({
          connector: key,
          token,
          ...(typed.trim() !== '' && { address: typed.trim() }),
        }),
      ),
    onSuccess: ({ url }) => leave(url),
  })
  const isMissing = address?.required === true && typed.trim() === ''
  const failure = describeFailure(connect.error)
  const act = connection === null ? 'Connect' : 'Reconnect'
  const reason = offline ? 'You’re offline' : isMissing ? 'Enter the address first' : blocked
  return (
    <form
      aria-label={`${act} ${label}`}
      className={cx('flex flex-col items-start gap-3', address !== null && 'w-full')}
      onSubmit={(event) => {
        event.preventDefault()
        if (reason === undefined && !connect.isPending && !isLeaving) connect.mutate()
      }}
    >
      {address !== null && (
        <TextField
          label={address.required ? address.label : `${address.label} (optional)`}
          value={typed}
          onValueChange={(next) => {
            setTyped(next)
            connect.reset()
          }}
          hint={`For example ${address.example}`}
          error={failure?.isAddress === true ? failure.text : undefined}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          className="w-full max-w-96"
        />
      )}
      <Button
        type="submit"
        variant={connection === null ? 'plain' : 'primary'}
        busy={connect.isPending || isLeaving}
        disabledReason={reason}
        aria-label={`${act} ${label}`}
      >
        {act}
      </Button>
      <FormError>{failure?.isAddress === false ? failure.text : null}</FormError>
    </form>
  )
}

const describeFailure = (error: Error | null): { isAddress: boolean; text: string } | null => {
  if (error === null) return null
  const { title, detail } = describeError(error)
  return {
    isAddress:
      error instanceof ApiProblem && error.errors.some(({ pointer }) => pointer === '/address'),
    text: detail === '' ? `${title}. Try again.` : detail,
  }
}
