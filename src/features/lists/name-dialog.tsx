import { useEffect, useId, useState, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** Asks for a name of 1 to 80 characters. */
export const NameDialog = ({
  open,
  title,
  action,
  name = '',
  onClose,
  onName,
  children,
}: {
  open: boolean
  title: string
  action: string
  name?: string
  onClose: () => void
  onName: (name: string) => void
  children?: ReactNode
}) => {
  const form = useId()
  const [typed, setTyped] = useState(name)
  const [missing, setMissing] = useState(false)
  useEffect(() => {
    if (!open) return
    setTyped(name)
    setMissing(false)
  }, [open, name])
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={title}
      size="sm"
      position="top"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={form}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() === '') return setMissing(true)
          onName(typed.trim())
          onClose()
        }}
      >
        <TextField
          label="Name"
          value={typed}
          maxLength={80}
          onValueChange={setTyped}
          error={missing && typed.trim() === '' ? 'Give it a name.' : undefined}
        />
        {children}
      </form>
    </Dialog>
  )
}
