import { useId, useState, type ReactNode } from 'react'
import type { Category } from '../../../contract/records/records.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useTakenNames } from './taken-names.ts'

/** Asks for a name of 1 to 80 characters. */
export const NameDialog = ({
  open,
  title,
  action,
  name = '',
  category,
  isOwner = true,
  onClose,
  onName,
  children,
}: {
  open: boolean
  title: string
  action: string
  name?: string
  /** Names are to differ among one's own searches and lists of it. */
  category: Category
  isOwner?: boolean
  onClose: () => void
  onName: (name: string) => void
  children?: ReactNode
}) => {
  const form = useId()
  const isTaken = useTakenNames(category)
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
        isTaken={isOwner ? isTaken : none}
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

const none = (): boolean => false

/** Begins anew each time the dialog opens. */
const NameForm = ({
  id,
  name,
  isTaken,
  onName,
  children,
}: {
  id: string
  name: string
  isTaken: (name: string) => boolean
  onName: (name: string) => void
  children: ReactNode
}) => {
  const [typed, setTyped] = useState(name)
  const [pressed, setPressed] = useState(false)
  const fresh = typed.trim()
  const taken = fresh.toLowerCase() !== name.toLowerCase() && isTaken(fresh)
  return (
    <form
      id={id}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (fresh === '' || taken) setPressed(true)
        else onName(fresh)
      }}
    >
      <TextField
        label="Name"
        value={typed}
        maxLength={80}
        onValueChange={setTyped}
        error={
          taken
            ? `You already have ‘${fresh}’. Choose a different name.`
            : pressed && fresh === ''
              ? 'Enter a name.'
              : undefined
        }
      />
      {children}
    </form>
  )
}
