import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { useApi } from '../../lib/use-api.ts'
import { adminNames } from '../members/admins.ts'
import { roleMay } from '../members/may.ts'
import { customerInfoQuery } from '../queries.ts'

/** Leads an admin to the ideal customer; tells others which admin to ask, because only admins may describe it. */
export const DescribeCustomer = () => {
  const { role } = useIdentity()
  const may = roleMay(role, 'changeAccountIntelligence')
  // Other roles may not list the members.
  const { data } = useQuery({ ...customerInfoQuery(useApi()), enabled: role === 'standard' })
  if (!may) return `Ask ${adminNames(data?.members) ?? 'an admin'} to set this up.`
  return (
    <Link
      href={links.accountIntelligence()}
      className="inline-flex min-h-control items-center font-medium text-accent-strong hover:underline pointer-fine:min-h-0"
    >
      Describe your ideal customer
    </Link>
  )
}
