import { formatAgo } from '../../lib/format.ts'
import type { Pending } from '../../session/members.ts'
import { roleName } from '../../shared/members/role-name.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Section } from '../../ui/section.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useManageMembers, usePendingMembers } from './use-manage-members.ts'

/** Who is invited or asks to join; nothing where there are none. */
export const PendingMembers = () => {
  const { data, isError, refetch } = usePendingMembers()
  if (isError)
    return (
      <div className="mt-6">
        <Callout
          icon="warning"
          actions={
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          We couldn’t load open invitations.
        </Callout>
      </div>
    )
  if (data === undefined || data.length === 0) return null
  return (
    <div className="mt-8">
      <Section title="Invitations">
        <ul
          aria-label="Invitations"
          className="mt-2 divide-y divide-line rounded-md border border-line bg-card"
        >
          {data.map((pending) => (
            <PendingRow key={pending.id} pending={pending} />
          ))}
        </ul>
      </Section>
    </div>
  )
}

const PendingRow = ({ pending }: { pending: Pending }) => {
  const { refuse, accept, disabledReason } = useManageMembers()
  const { is, email, role, at } = pending
  const onError = ({ message }: Error): void => showToast({ title: message, tone: 'danger' })
  const ago = formatAgo(new Date(at).toISOString())
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <span className="min-w-0 flex-1 basis-56">
        <span className="block text-14 font-medium wrap-anywhere">{email}</span>
        <span className="block text-13 text-ink-faint">
          {is === 'invited' ? `Invited ${ago}` : `Asked to join ${ago}`}
          {role !== null && ` · ${roleName(role)}`}
        </span>
      </span>
      {is === 'requested' && (
        <Button
          size="sm"
          busy={accept.isPending}
          disabledReason={disabledReason}
          aria-label={`Accept ${email}`}
          onClick={() => accept.mutate(pending, { onError })}
        >
          Accept
        </Button>
      )}
      <Button
        size="sm"
        variant="quiet"
        busy={refuse.isPending}
        disabledReason={disabledReason}
        aria-label={`${is === 'invited' ? 'Revoke' : 'Decline'} ${email}`}
        onClick={() => refuse.mutate(pending, { onError })}
      >
        {is === 'invited' ? 'Revoke' : 'Decline'}
      </Button>
    </li>
  )
}
