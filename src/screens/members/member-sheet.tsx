import { useState, type ReactNode } from 'react'
import type { Role } from '../../../contract/core/endpoint.ts'
import type { Member } from '../../../contract/org/members.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { roleName } from '../../shared/members/role-name.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { ReadLimits } from './credit-caps.tsx'
import { MemberLimits } from './member-limits.tsx'
import { useManageMembers } from './use-manage-members.ts'
import { lastSeen } from './users-table.tsx'

/** One member: their role and limits, which admins change, and at the end the way to remove them. */
export const MemberSheet = ({
  member,
  onClose,
  onRemove,
}: {
  member: Member | undefined
  onClose: () => void
  onRemove: (member: Member) => void
}) => {
  // Keeps the last member rendered while the sheet closes.
  const [last, setLast] = useState(member)
  if (member !== undefined && member !== last) setLast(member)
  if (last === undefined) return null
  return (
    <Sheet
      open={member !== undefined}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={last.name}
    >
      <Details key={last.userId} member={last} onRemove={onRemove} />
    </Sheet>
  )
}

const Details = ({ member, onRemove }: { member: Member; onRemove: (member: Member) => void }) => {
  const admin = useIdentity().role === 'admin'
  return (
    <div className="flex flex-col gap-6 p-4 sm:p-5">
      <dl className="flex flex-col gap-3 text-14">
        <Fact label="Email">
          <span className="wrap-anywhere">{member.email}</span>
        </Fact>
        <Fact label="Last seen">{lastSeen(member)}</Fact>
        {!admin && <Fact label="Role">{roleName(member.role)}</Fact>}
      </dl>
      {admin ? (
        <>
          <RoleChoice member={member} />
          <section aria-label="Limits" className="flex flex-col gap-3">
            <h3 className="text-14 font-medium">Limits</h3>
            <MemberLimits member={member} />
          </section>
          <RemoveUser member={member} onRemove={onRemove} />
        </>
      ) : (
        <ReadLimits member={member} />
      )}
    </div>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-13 text-ink-faint">{label}</dt>
    <dd>{children}</dd>
  </div>
)

const RoleChoice = ({ member }: { member: Member }) => {
  const { userId } = useIdentity()
  const { setRole, disabledReason } = useManageMembers()
  const own = member.userId === userId
  const { isPending, variables, status, error } = setRole
  return (
    <section aria-label="Role" className="flex flex-col items-start gap-2">
      <h3 className="text-14 font-medium">Role</h3>
      {own || disabledReason !== undefined || member.role === 'other' ? (
        <p className="text-14">
          {roleName(member.role)}
          <span className="block text-13 text-ink-soft">
            {own
              ? 'Another admin can change your role.'
              : (disabledReason ?? 'This role isn’t one of Fieldbook’s.')}
          </span>
        </p>
      ) : (
        <Segmented
          label={`Role of ${member.name}`}
          value={isPending ? variables.role : member.role}
          options={roles}
          onValueChange={(role) => setRole.mutate({ userId: member.userId, role })}
        />
      )}
      <span role="status" className="min-h-4 text-12 text-ink-faint">
        {isPending && 'Saving …'}
        {status === 'success' && (
          <span className="inline-flex items-center gap-1 text-accent-strong">
            <Icon name="check" size={14} />
            Saved
          </span>
        )}
      </span>
      {error && <FormError>{error.message}</FormError>}
    </section>
  )
}

export const roles: readonly { value: Role; label: string }[] = [
  { value: 'admin', label: roleName('admin') },
  { value: 'standard', label: roleName('standard') },
]

const RemoveUser = ({
  member,
  onRemove,
}: {
  member: Member
  onRemove: (member: Member) => void
}) => {
  const { userId } = useIdentity()
  const { disabledReason } = useManageMembers()
  if (member.userId === userId) return null
  return (
    <section
      aria-label="Remove user"
      className="flex flex-col items-start gap-2 border-t border-line pt-5"
    >
      <p className="text-13 text-ink-soft">
        {member.name} loses access at once. Their lists and searches pass to an admin.
      </p>
      <Button
        icon="trash"
        className="text-danger!"
        disabledReason={disabledReason}
        onClick={() => onRemove(member)}
      >
        Remove user
      </Button>
    </section>
  )
}
