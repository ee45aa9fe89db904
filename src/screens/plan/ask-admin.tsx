import type { Member } from '../../../contract/org/members.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** An email draft to the admins (product 2.4). */
export const AskAdmin = ({
  admins,
  orgName,
}: {
  admins: readonly Member[]
  orgName: string | null
}) => {
  if (admins.length === 0)
    return (
      <Button variant="primary" disabledReason="We don’t know who your admins are yet.">
        Ask an admin
      </Button>
    )
  const to = admins.map(({ email }) => encodeURIComponent(email)).join(',')
  const subject = encodeURIComponent(`A Fieldbook plan for ${orgName ?? 'our company'}`)
  return (
    <a href={`mailto:${to}?subject=${subject}`} className={buttonClass('primary')}>
      <Icon name="mail" size={18} />
      Ask an admin
    </a>
  )
}
