import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RegisterCheck } from '../../../contract/records/register-checks.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { describeError } from '../../lib/describe-error.ts'
import { useApi } from '../../lib/use-api.ts'
import { formatTime, useMinute } from '../../ui/as-of.tsx'
import { Button } from '../../ui/button.tsx'

/** What the register of a company said when it was last asked, and a press that asks it now. */
export const RegisterCheckLine = ({ companyId }: { companyId: string }) => {
  const api = useApi()
  const client = useQueryClient()
  const offline = useOffline()
  const now = useMinute()
  const queryKey = ['register-check', companyId]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.registerCheck({ id: companyId }, { signal }),
    enabled: !offline,
  })
  const asking = useMutation({
    mutationFn: () => api.checkRegister({ id: companyId }, { timeoutMs: 20_000 }),
    onSuccess: (check) => client.setQueryData(queryKey, { available: true, check }),
  })
  if (data === undefined || (!data.available && data.check === null)) return null
  const { check, available } = data
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 text-14">
      <span role="status" className="min-w-0 wrap-anywhere">
        {asking.error !== null ? (
          <span className="text-danger">{sayWhy(asking.error)}</span>
        ) : check === null ? (
          'Not checked with the register yet'
        ) : (
          `Checked ${formatTime(Date.parse(check.at), now)}: ${describeCheck(check)}`
        )}
      </span>
      {available && (
        <Button
          size="sm"
          icon="sync"
          busy={asking.isPending}
          disabledReason={offline ? 'You’re offline' : undefined}
          onClick={() => asking.mutate()}
        >
          {check === null ? 'Check now' : 'Check again'}
        </Button>
      )}
    </div>
  )
}

const sayWhy = (error: Error): string => {
  const { title, detail } = describeError(error)
  return detail || `${title}. Try again.`
}

/** 'active, registered for GST' */
export const describeCheck = ({ register, status, isGstRegistered }: RegisterCheck): string => {
  if (status === null) return `${register} doesn’t know this number`
  const gst =
    isGstRegistered === null
      ? []
      : [isGstRegistered ? 'registered for GST' : 'not registered for GST']
  return [status.toLowerCase(), ...gst].join(', ')
}
