import { useRef, useState, type FormEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'

const formId = 'search-name'
const longest = 80

/** Asks for a name of 1 to 80 characters (product 2.3). Stays open with an error where the device cannot store the search. */
export const NameDialog = ({
  title,
  description,
  action,
  start,
  isNameInUse,
  onName,
  onClose,
}: {
  title: string
  description?: string | undefined
  action: string
  start: string
  /** Whether another search of the user has the name: the server refuses duplicates. */
  isNameInUse: (name: string) => boolean
  onName: (name: string) => Promise<void>
  onClose: () => void
}) => {
  const [name, setName] = useState(start)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const trimmed = name.trim()
  const submit = async (): Promise<void> => {
    if (trimmed === '') {
      setError('Enter a name.')
      field.current?.focus()
      return
    }
    setBusy(true)
    try {
      await onName(trimmed)
    } catch {
      setError('We couldn’t save this on your device. Try again in a moment.')
      setBusy(false)
    }
  }
  const isDuplicate = trimmed !== '' && trimmed !== start && isNameInUse(trimmed)
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={title}
      description={description}
      size="sm"
      position="top"
      initialFocus={field}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextField
          ref={field}
          label="Name"
          value={name}
          maxLength={longest}
          onValueChange={(next) => {
            setName(next)
            setError(undefined)
          }}
          onFocus={(event) => event.currentTarget.select()}
          placeholder="Perth builders"
          error={error}
          hint={isDuplicate ? `You already have “${trimmed}”. Choose a different name.` : undefined}
        />
      </form>
    </Dialog>
  )
}
