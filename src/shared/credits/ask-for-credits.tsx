import { useQuery } from '@tanstack/react-query'
import { useIdentity } from '../../session/use-identity.ts'
import { askAdmins } from '../members/admins.ts'
import { customerInfoQuery } from '../queries.ts'
import { useApi } from '../../lib/use-api.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** A link that writes an email to the admins and asks for more credits; renders nothing for an admin. */
export const AskForCredits = ({ why }: { why: string }) => {
  const { role, name, orgName } = useIdentity()
  const members = useQuery(customerInfoQuery(useApi())).data?.members
  if (role === 'admin') return null
  const admins = (members ?? []).filter((member) => member.role === 'admin' && member.email !== '')
  if (admins.length === 0)
    return <p className="text-13 text-ink-soft">{askAdmins(members, orgName)}</p>
  const to = admins.map(({ email }) => encodeURIComponent(email).replace('%40', '@')).join(',')
  const body = `Hello\n\n${why} Could you give me more?\n\n${name ?? ''}`
  return (
    <a
      href={`mailto:${to}?subject=${encodeURIComponent('More credits for Fieldbook')}&body=${encodeURIComponent(body)}`}
      className={buttonClass()}
    >
      <Icon name="mail" size={18} />
      Ask an admin for more credits
    </a>
  )
}
