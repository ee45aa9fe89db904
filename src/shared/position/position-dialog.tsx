import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'

/** Asks for the position the first time on a device, and says what happens with it. */
export const PositionDialog = ({
  open,
  busy,
  trouble,
  onOpenChange,
  onAgree,
}: {
  open: boolean
  busy: boolean
  trouble: string | null
  onOpenChange: (open: boolean) => void
  onAgree: () => void
}) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    size="sm"
    title="Use your location?"
    description="In an offline list it stays on this device. A search sends it to us, rounded to about 1 km. We never store it."
    footer={
      <>
        <Button variant="quiet" onClick={() => onOpenChange(false)}>
          Not now
        </Button>
        <Button variant="primary" busy={busy} onClick={onAgree}>
          Use my location
        </Button>
      </>
    }
  >
    <FormError>{trouble}</FormError>
  </Dialog>
)
