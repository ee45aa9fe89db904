import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** Asks before something is deleted; the focus starts on the button that keeps it. */
export const ConfirmDialog = ({
  open,
  title,
  description,
  keep = 'Cancel',
  action,
  onConfirm,
  onClose,
}: {
  open: boolean
  title: string
  description: ReactNode
  keep?: string
  action: string
  onConfirm: () => void
  onClose: () => void
}) => (
  <Dialog
    open={open}
    onOpenChange={(next) => {
      if (!next) onClose()
    }}
    size="sm"
    title={title}
    description={description}
    footer={
      <>
        <Button variant="quiet" onClick={onClose}>
          {keep}
        </Button>
        <Button
          variant="danger"
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {action}
        </Button>
      </>
    }
  />
)
