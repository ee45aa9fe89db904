import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { links } from '../../../../contract/links.ts'
import { useApi } from '../../../lib/use-api.ts'
import { useIdentity } from '../../../session/use-identity.ts'
import { askAdmins } from '../../../shared/members/admins.ts'
import { customerInfoQuery } from '../../../shared/queries.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'

/** Why nothing can be pushed, and who fixes it where. */
export const FieldProblems = ({
  connector,
  label,
  problems,
  onLeave,
}: {
  connector: string
  label: string
  problems: readonly string[]
  onLeave: () => void
}) => {
  const { role, orgName } = useIdentity()
  const isAdmin = role === 'admin'
  const members = useQuery({ ...customerInfoQuery(useApi()), enabled: !isAdmin }).data?.members
  return (
    <Callout
      icon="warning"
      tone="warn"
      role="alert"
      actions={
        isAdmin ? (
          <Link
            href={links.crmFields(connector)}
            onClick={onLeave}
            className={buttonClass('plain', 'sm')}
          >
            Fix the fields
          </Link>
        ) : undefined
      }
    >
      <span className="block font-medium">{label} wouldn’t accept this push yet.</span>
      {problems.map((problem) => (
        <span key={problem} className="mt-1 block wrap-anywhere">
          {problem}
        </span>
      ))}
      {!isAdmin && <span className="mt-1 block">{askAdmins(members, orgName)}</span>}
    </Callout>
  )
}
