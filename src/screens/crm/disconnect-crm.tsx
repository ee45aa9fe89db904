import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Integration } from '../../../contract/money/crm.ts'
import { ApiProblem } from '../../lib/api-errors.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { describeError } from '../../lib/describe-error.ts'
import { useApi } from '../../lib/use-api.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { useCrmCall } from '../../shared/crm/connection.ts'
import { integrationsKey } from '../../shared/crm/integrations.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toasts.tsx'

export const DisconnectCrm = ({ integration: { key, label } }: { integration: Integration }) => {
  const api = useApi()
  const client = useQueryClient()
  const { orgId } = useIdentity()
  const withToken = useCrmCall()
  const offline = useOffline()
  const [asking, setAsking] = useState(false)
  const disconnect = useMutation({
    mutationKey: ['Disconnecting a CRM'],
    mutationFn: () =>
      withToken((token) => api.disconnectCrm({ connector: key, token }, { timeoutMs })).catch(
        (error: unknown) => {
          // Another admin was faster.
          if (!(error instanceof ApiProblem && error.code === 'not-found')) throw error
        },
      ),
    onSuccess: () => showToast({ title: `${label} is disconnected` }),
    onError: (error) =>
      showToast({
        title: `We couldn’t disconnect ${label}: ${describeError(error).title}`,
        tone: 'danger',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: integrationsKey(orgId) }),
  })
  return (
    <>
      <Button
        busy={disconnect.isPending}
        disabledReason={offline ? 'You’re offline' : undefined}
        aria-label={`Disconnect ${label}`}
        onClick={() => setAsking(true)}
      >
        Disconnect
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Disconnect ${label}?`}
        description={`Fieldbook loses access, and pushes that are waiting stop. Nothing is deleted in ${label}. Connect again within 30 days and your records are still linked.`}
        keep={`Keep ${label}`}
        action="Disconnect"
        onConfirm={() => disconnect.mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

/** The server waits for the CRM. */
const timeoutMs = 60_000
