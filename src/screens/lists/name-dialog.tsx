import { useId, useState, type ReactNode } from 'react'
import type { Category } from '../../../contract/records/records.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useIsNameInUse } from './use-is-name-in-use.ts'

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
  /** Names are unique among a user's lists and searches of this category. */
  category: Category
  isOwner?: boolean
  onClose: () => void
  onName: (name: string) => void
  children?: ReactNode
}) => {
  const form = useId()
  const isNameInUse = useIsNameInUse(category)
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
        isNameInUse={isOwner ? isNameInUse : none}
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

const NameForm = ({
  id,
  name,
  isNameInUse,
  onName,
  children,
}: {
  id: string
  name: string
  isNameInUse: (name: string) => boolean
  onName: (name: string) => void
  children: ReactNode
}) => {
  const [typed, setTyped] = useState(name)
  const [pressed, setPressed] = useState(false)
  const fresh = typed.trim()
  const isDuplicate = fresh.toLowerCase() !== name.toLowerCase() && isNameInUse(fresh)
  return (
    <form
      id={id}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (fresh === '' || isDuplicate) setPressed(true)
        else onName(fresh)
      }}
    >
      <TextField
        label="Name"
        value={typed}
        maxLength={80}
        onValueChange={setTyped}
        onFocus={(event) => event.currentTarget.select()}
        error={
          isDuplicate
            ? `You already have “${fresh}”. Choose a different name.`
            : pressed && fresh === ''
              ? 'Enter a name.'
              : undefined
        }
      />
      {children}
    </form>
  )
}
