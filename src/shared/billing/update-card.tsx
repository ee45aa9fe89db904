import { useOffline } from '../../lib/connectivity.ts'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { needsConnection } from './has-payments.ts'
import { usePortal } from './use-portal.ts'

/** Opens Stripe's page for another card. */
export const UpdateCard = ({
  orgId,
  ...looks
}: { orgId: string } & Pick<ButtonProps, 'size' | 'variant'>) => {
  const offline = useOffline()
  const { open, busy } = usePortal(orgId)
  return (
    <Button
      {...looks}
      busy={busy}
      disabledReason={offline ? needsConnection : undefined}
      onClick={() => open('payment')}
    >
      Update card
    </Button>
  )
}
