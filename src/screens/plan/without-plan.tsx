import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Member } from '../../../contract/org/members.ts'
import { links } from '../../../contract/links.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { askAdmins } from '../../shared/members/admins.ts'
import { readPageSettings } from '../../lib/page-settings.ts'
import { customerInfoQuery, subscriptionQuery } from '../../shared/queries.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { whyNot } from './why-not.ts'

export const WithoutPlan = ({ orgId }: { orgId: string }) => {
  const { orgName, role } = useIdentity()
  const api = useApi()
  const { data, isFetching, refetch } = useQuery(subscriptionQuery(api, orgId))
  const admin = role === 'admin'
  const info = useQuery({ ...customerInfoQuery(api), enabled: !admin }).data
  const admins = (info?.members ?? []).filter((member) => member.role === 'admin')
  return (
    <>
      <h1 className="mt-4 text-26 font-semibold wrap-anywhere">
        {orgName ?? 'Your company'} has no active plan
      </h1>
      <p className="mt-2 text-16 text-ink-soft">{whyNot(data ?? null)}</p>
      <p className="mt-4 flex gap-2.5 rounded-sm bg-sunken p-3 text-14 text-ink-soft">
        <Icon name="info" size={18} className="mt-px shrink-0 text-info" />
        {admin
          ? 'Contact sales to start your plan. You’ll get access as soon as it’s set up.'
          : `Only an admin can choose a plan. ${askAdmins(info?.members, orgName)}`}
      </p>
      <p className="mt-4 text-14 text-ink-soft">Your saved work is safe.</p>
      <div className="mt-6 flex flex-wrap gap-2">
        {admin ? <ContactSales /> : <AskAdmin admins={admins} orgName={orgName} />}
        {admin && (
          <Link href={`${links.planSelection()}?view=users`} className={buttonClass()}>
            Invite users
          </Link>
        )}
        <Button busy={isFetching} onClick={() => void refetch()}>
          Check again
        </Button>
      </div>
    </>
  )
}

/** An email draft to the admins (product 2.4). */
const AskAdmin = ({ admins, orgName }: { admins: readonly Member[]; orgName: string | null }) => {
  if (admins.length === 0)
    return (
      <Button variant="primary" disabledReason="We don’t know who your admins are yet.">
        Ask admin
      </Button>
    )
  const to = admins.map(({ email }) => encodeURIComponent(email)).join(',')
  const subject = encodeURIComponent(`A Fieldbook plan for ${orgName ?? 'our company'}`)
  return (
    <a href={`mailto:${to}?subject=${subject}`} className={buttonClass('primary')}>
      <Icon name="mail" size={18} />
      Ask admin
    </a>
  )
}

/** A link to a new ticket of the help desk (spec 2), if it is configured. */
const ContactSales = () => {
  const { contactSalesUrl } = readPageSettings()
  return contactSalesUrl ? (
    <a href={contactSalesUrl} target="_blank" rel="noreferrer" className={buttonClass('primary')}>
      Contact sales
      <Icon name="external" size={16} label="(opens another site)" />
    </a>
  ) : null
}
