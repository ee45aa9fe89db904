import { useIdentity } from '../../session/use-identity.ts'
import { roleName } from '../../shared/members/role-name.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'

export const AccountSummary = () => {
  const { name, email, imageUrl, orgName, role } = useIdentity()
  const shown = name === null || name === '' ? (email ?? '') : name
  return (
    <div className="flex items-center gap-4">
      <Avatar name={shown} imageUrl={imageUrl} size={56} />
      <div className="min-w-0">
        <p className="truncate text-16 font-semibold" title={shown}>
          {shown}
        </p>
        {email !== null && email !== shown && (
          <p className="truncate text-14 text-ink-soft" title={email}>
            {email}
          </p>
        )}
        {orgName !== null && role !== null && (
          <p className="mt-1 flex min-w-0 items-center gap-2 text-13 text-ink-faint">
            <Badge>{roleName(role)}</Badge>
            <span className="truncate" title={orgName}>
              of {orgName}
            </span>
          </p>
        )}
      </div>
    </div>
  )
}
