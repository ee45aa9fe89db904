import type { Member } from '../../../contract/org/members.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useManageMembers } from './use-manage-members.ts'

export const RemoveDialog = ({
  member,
  onClose,
}: {
  member: Member | null
  onClose: () => void
}) => {
  const { remove } = useManageMembers()
  return (
    <ConfirmDialog
      open={member !== null}
      title={`Remove ${member?.name ?? 'this user'}?`}
      description="They lose access at once. Their lists and searches pass to an admin."
      action="Remove user"
      onConfirm={() => {
        if (member === null) return
        remove.mutate(member, {
          onSuccess: () => showToast({ title: `${member.name} removed` }),
          onError: ({ message }) => showToast({ title: message, tone: 'danger' }),
        })
      }}
      onClose={onClose}
    />
  )
}
