import { useCallback } from 'react'
import type { Member } from '../../../contract/org/members.ts'
import { formatAgo, formatNumber } from '../../lib/format.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { roleName } from '../../shared/members/role-name.ts'
import { ItemsTable, type ItemColumn } from '../../shared/records-table/items-table.tsx'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Monogram } from '../../ui/monogram.tsx'
import { useManageMembers } from './use-manage-members.ts'

type Drawn = {
  members: readonly Member[]
  onOpen: (userId: string) => void
  onRemove: (member: Member) => void
}

type Row = Member & { id: string; you: boolean }

export const UsersTable = (props: Drawn) => {
  const { userId } = useIdentity()
  const rows = props.members.map((member): Row => ({
    ...member,
    id: member.userId,
    you: member.userId === userId,
  }))
  const { onOpen, onRemove } = props
  const actions = useCallback(
    (member: Row) => <MemberActions member={member} onOpen={onOpen} onRemove={onRemove} />,
    [onOpen, onRemove],
  )
  return (
    <ItemsTable
      plural="Users"
      columns={columns}
      rows={rows}
      onOpen={({ id }) => onOpen(id)}
      actions={actions}
    />
  )
}

export const UserCards = (props: Drawn) => {
  const { userId } = useIdentity()
  return (
    <ul className="divide-y divide-line rounded-md border border-line bg-card">
      {props.members.map((member) => (
        <li key={member.userId} data-row className="flex items-center gap-1 pr-1">
          <button
            type="button"
            onClick={() => props.onOpen(member.userId)}
            className="flex min-w-0 flex-1 items-center gap-3 py-3 pl-4 text-left"
          >
            <Monogram id={member.userId} name={member.name} />
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-16 font-medium wrap-anywhere">
                {member.name}
                {member.userId === userId && <Badge tone="accent">You</Badge>}
              </span>
              <span className="block text-13 text-ink-soft">
                {roleName(member.role)} · {lastSeen(member)}
              </span>
              <span className="block truncate text-13 text-ink-soft">{member.email}</span>
            </span>
          </button>
          <MemberActions member={member} onOpen={props.onOpen} onRemove={props.onRemove} />
        </li>
      ))}
    </ul>
  )
}

/** Standard users open a row to read it; there is nothing they may change. */
const MemberActions = ({
  member,
  onOpen,
  onRemove,
}: Pick<Drawn, 'onOpen' | 'onRemove'> & { member: Member }) => {
  const { role, userId } = useIdentity()
  const { disabledReason } = useManageMembers()
  if (role !== 'admin')
    return (
      <IconButton
        icon="chevron-right"
        size="sm"
        label={`Open ${member.name}`}
        onClick={() => onOpen(member.userId)}
      />
    )
  return (
    <Menu
      label={`Actions for ${member.name}`}
      size="sm"
      groups={[
        {
          items: [
            {
              label: 'Change role and limits',
              icon: 'edit',
              onSelect: () => onOpen(member.userId),
            },
          ],
        },
        {
          items: [
            {
              label: 'Remove user',
              icon: 'trash',
              danger: true,
              disabledReason:
                member.userId === userId ? 'You can leave in Company profile.' : disabledReason,
              onSelect: () => onRemove(member),
            },
          ],
        },
      ]}
    />
  )
}

export const lastSeen = ({ lastSeen: at }: Pick<Member, 'lastSeen'>): string =>
  at === null ? 'Not signed in yet' : formatAgo(at)

const columns: readonly ItemColumn<Row>[] = [
  {
    key: 'name',
    label: 'Name',
    width: 13,
    cell: ({ id, name, email, you }, { shown }) => (
      <span className="flex min-w-0 items-center gap-2">
        <Monogram id={id} name={name} />
        <span className="flex min-w-0 flex-col">
          <span className="flex min-w-0 items-center gap-1.5">
            <span className="truncate font-medium" title={name}>
              {name}
            </span>
            {you && <Badge tone="accent">You</Badge>}
          </span>
          {!shown.has('email') && email !== name && (
            <span className="truncate text-12 leading-3.5 text-ink-soft" title={email}>
              {email}
            </span>
          )}
        </span>
      </span>
    ),
  },
  { key: 'role', label: 'Role', width: 5.5, cell: ({ role }) => roleName(role) },
  { key: 'seen', label: 'Last seen', width: 8, cell: lastSeen },
  {
    key: 'cap',
    label: 'Credits per month',
    width: 8,
    type: 'number',
    cell: ({ cap }) => (cap === null ? 'No limit' : formatNumber(cap)),
  },
  {
    key: 'email',
    label: 'Email',
    width: 14,
    cell: ({ email }) => (
      <span className="block truncate" title={email}>
        {email}
      </span>
    ),
  },
]
