import { Button } from '../../ui/button.tsx'
import { useOffline } from '../../lib/connectivity.ts'
import { askToUnlock, type ToUnlock } from '../unlocks/unlock-store.ts'
import { useWhyNot } from './may-spend.ts'
import { needsConnection } from './needs-connection.ts'

export const UnlockButton = ({ what }: { what: ToUnlock }) => {
  const offline = useOffline()
  const whyNot = useWhyNot('reveal')
  return (
    <Button
      size="sm"
      icon="unlock"
      disabledReason={offline ? needsConnection : whyNot}
      onClick={() => askToUnlock(what)}
    >
      Reveal
    </Button>
  )
}
