import { useQuery } from '@tanstack/react-query'
import type { Member } from '../../../contract/org/members.ts'
import { formatCount } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { Callout } from '../../ui/callout.tsx'
import { customerInfoQuery } from '../queries.ts'
import { membersBeyond } from './seats.ts'

/** Says who a smaller plan would leave out, and what happens to them; nothing if it covers everyone. */
export const MembersBeyond = ({ seats }: { seats: number }) => {
  const members = useQuery(customerInfoQuery(useApi())).data?.members ?? []
  const beyond = membersBeyond(members, seats)
  if (beyond.length === 0) return null
  const [only] = beyond
  return (
    <Callout icon="warning" tone="warn">
      {formatCount(members.length, 'person uses', 'people use')} Fieldbook, and this plan is for{' '}
      {formatCount(seats, 'user', 'users')}. No one loses access, but you can’t invite anyone until{' '}
      {beyond.length === 1
        ? `someone leaves. ${only?.name ?? 'One user'} hasn’t been here for longest.`
        : `${beyond.length} users leave. Not here for longest: ${namesOf(beyond)}.`}
    </Callout>
  )
}

const shown = 5

const namesOf = (members: readonly Member[]): string => {
  const names = members.map(({ name }) => name)
  return names.length > shown
    ? `${names.slice(0, shown).join(', ')} and ${names.length - shown} more`
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
}
