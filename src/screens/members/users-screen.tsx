import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Member } from '../../../contract/org/members.ts'
import { describeError } from '../../lib/describe-error.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLayout } from '../../lib/use-media.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { askAdmins } from '../../shared/members/admins.ts'
import { seatsOf } from '../../shared/members/seats.ts'
import { customerInfoQuery, subscriptionQuery } from '../../shared/queries.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberSheet } from './member-sheet.tsx'
import { PendingMembers } from './pending-members.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { SeatsNote, whyFull } from './seats-note.tsx'
import { useManageMembers, usePendingMembers } from './use-manage-members.ts'
import { UserCards, UsersTable } from './users-table.tsx'

/** The page 'Users' of spec 2: admins invite, change and remove members, Standard users see who is there. */
export const UsersScreen = () => {
  const { orgId, orgName, role } = useIdentity()
  const api = useApi()
  const { data, isError, error, refetch } = useQuery(customerInfoQuery(api))
  const plan = useQuery({ ...subscriptionQuery(api, orgId ?? ''), enabled: orgId !== null })
  const invited = usePendingMembers().data?.filter(({ is }) => is === 'invited').length ?? 0
  const seats = seatsOf(plan.data, data?.members, invited)
  const { disabledReason } = useManageMembers()
  const [inviting, setInviting] = useState(false)
  const admin = role === 'admin'
  return (
    <Page
      title="Users"
      lead={
        <span className="wrap-anywhere">Who’s in {orgName ?? 'your company'}, and their role.</span>
      }
      actions={
        admin && (
          <Button
            variant="primary"
            icon="plus"
            disabledReason={disabledReason ?? whyFull(seats)}
            onClick={() => setInviting(true)}
          >
            Invite user
          </Button>
        )
      }
    >
      {!admin && (
        <p className="mb-4 text-14 text-ink-soft">
          Need to invite or remove someone? {askAdmins(data?.members, orgName)}
        </p>
      )}
      {admin && seats !== null && <SeatsNote seats={seats} />}
      {data !== undefined && <Users members={data.members} />}
      {data === undefined && isError && (
        <ErrorState heading="h2" title="We couldn’t load users" onRetry={() => void refetch()}>
          {describeError(error).title}.
        </ErrorState>
      )}
      {data === undefined && !isError && (
        <Delayed>
          <Skeleton className="h-64 w-full" />
        </Delayed>
      )}
      {admin && <PendingMembers />}
      <InviteDialog open={inviting} seats={seats} onClose={() => setInviting(false)} />
    </Page>
  )
}

const Users = ({ members }: { members: readonly Member[] }) => {
  const Drawn = useLayout() === 'phone' ? UserCards : UsersTable
  const [opened, setOpened] = useState<string | null>(null)
  const [removing, setRemoving] = useState<Member | null>(null)
  return (
    <>
      <Drawn members={members} onOpen={setOpened} onRemove={setRemoving} />
      <MemberSheet
        member={members.find(({ userId }) => userId === opened)}
        onClose={() => setOpened(null)}
        onRemove={setRemoving}
      />
      <RemoveDialog member={removing} onClose={() => setRemoving(null)} />
    </>
  )
}
