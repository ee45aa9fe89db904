import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import { useSession } from '../../session/use-identity.ts'
import { roleName } from '../../shared/members/role-name.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

export const Memberships = () => {
  const { identity, memberships } = useSession()
  return (
    <Card className="p-0!">
      <ul className="divide-y divide-line">
        {memberships.map(({ orgId, name }) => (
          <li key={orgId} className="flex min-h-14 items-center gap-3 px-4 py-2">
            <Avatar name={name} square size={36} />
            <span className="min-w-0 flex-1 text-14 font-medium wrap-anywhere">{name}</span>
            {orgId === identity.orgId && (
              <>
                {identity.role !== null && <Badge>{roleName(identity.role)}</Badge>}
                <Badge tone="accent">Active</Badge>
              </>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 border-t border-line p-4">
        <Link href={links.selectCustomer()} className={buttonClass()}>
          Switch company
        </Link>
        <Link href={links.createCompany()} className={buttonClass()}>
          Create company
        </Link>
        {identity.orgId !== null && (
          <Link href={links.organisation()} className={buttonClass('quiet')}>
            Leave company …
          </Link>
        )}
      </div>
    </Card>
  )
}
