import { useId, useState, type ReactNode } from 'react'
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
      <NameForm
        id={form}
        name={name}
        onName={(given) => {
          onName(given)
          onClose()
        }}
      >
        {children}
      </NameForm>
    </Dialog>
  )
}

/** Begins anew each time the dialog opens. */
const NameForm = ({
  id,
  name,
  onName,
  children,
}: {
  id: string
  name: string
  onName: (name: string) => void
  children: ReactNode
}) => {
  const [typed, setTyped] = useState(name)
  const [missing, setMissing] = useState(false)
  return (
    <form
      id={id}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() === '') setMissing(true)
        else onName(typed.trim())
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
  )
}
