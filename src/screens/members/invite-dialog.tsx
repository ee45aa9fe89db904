import { useId, useState } from 'react'
import type { Role } from '../../../contract/core/endpoint.ts'
import { formatCount } from '../../lib/format.ts'
import type { Seats } from '../../shared/members/seats.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { readEmails } from './read-emails.ts'
import { roles } from './member-sheet.tsx'
import { whyTooMany } from './seats-note.tsx'
import { useManageMembers } from './use-manage-members.ts'

/** 'Invite user' of spec 2: work emails and a role. */
export const InviteDialog = ({
  open,
  seats,
  onClose,
}: {
  open: boolean
  seats: Seats | null
  onClose: () => void
}) => {
  const form = useId()
  const { invite, disabledReason } = useManageMembers()
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title="Invite user"
      description="They get an email with a link to join."
      size="sm"
      position="top"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            busy={invite.isPending}
            disabledReason={disabledReason}
          >
            Send invitations
          </Button>
        </>
      }
    >
      <InviteForm
        id={form}
        seats={seats}
        refusal={invite.error?.message ?? null}
        onInvite={(emails, role) =>
          invite.mutate(
            { emails, role },
            {
              onSuccess: () => {
                showToast({
                  title: `${formatCount(emails.length, 'invitation', 'invitations')} sent`,
                })
                onClose()
              },
            },
          )
        }
      />
    </Dialog>
  )
}

const InviteForm = ({
  id,
  seats,
  refusal,
  onInvite,
}: {
  id: string
  seats: Seats | null
  refusal: string | null
  onInvite: (emails: readonly string[], role: Role) => void
}) => {
  const [text, setText] = useState('')
  const [role, setRole] = useState<Role>('standard')
  const [pressed, setPressed] = useState(false)
  const read = readEmails(text)
  const error = 'error' in read ? read.error : whyTooMany(seats, read.emails.length)
  return (
    <form
      id={id}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setPressed(true)
        if ('emails' in read && error === undefined) onInvite(read.emails, role)
      }}
    >
      <TextField
        label="Work emails"
        hint="Separate several with spaces or commas."
        inputMode="email"
        value={text}
        onValueChange={(next) => {
          setPressed(false)
          setText(next)
        }}
        error={pressed ? error : undefined}
      />
      <SelectField label="Role" value={role} options={roles} onValueChange={setRole} />
      {refusal !== null && <FormError>{refusal}</FormError>}
    </form>
  )
}
