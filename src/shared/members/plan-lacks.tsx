import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useIdentity } from '../../session/use-identity.ts'
import { contactSalesLink } from '../../lib/contact-sales-link.ts'
import { useApi } from '../../lib/use-api.ts'
import { buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { customerInfoQuery } from '../queries.ts'
import { askAdmins } from './admins.ts'

/** Names what the plan doesn’t include, and who can change that. */
export const PlanLacks = ({
  what,
  verb = 'isn’t',
  children,
}: {
  /** 'Signals', 'Data exchange'. */
  what: string
  verb?: 'isn’t' | 'aren’t'
  children: ReactNode
}) => {
  const { orgName, role } = useIdentity()
  const address = contactSalesLink(what)
  const members = useQuery(customerInfoQuery(useApi())).data?.members
  return (
    <section
      aria-labelledby="plan-lacks"
      className="flex max-w-160 gap-3.5 rounded-md border border-line bg-card p-5"
    >
      <Icon name="lock" className="mt-0.5 shrink-0 text-ink-faint" />
      <div className="min-w-0">
        <h2 id="plan-lacks" className="font-semibold wrap-anywhere">
          {what} {verb} in {orgName ?? 'your company'}’s plan
        </h2>
        <p className="mt-0.5 max-w-text text-14 text-ink-soft">
          {children}{' '}
          {role === 'admin'
            ? `Contact sales to add ${what.toLowerCase()} to your plan.`
            : askAdmins(members, orgName)}
        </p>
        {role === 'admin' && address && (
          <a
            href={address}
            target="_blank"
            rel="noreferrer"
            className={cx(buttonClass('primary'), 'mt-4')}
          >
            Contact sales
            <Icon name="external" size={16} label="(opens another site)" />
          </a>
        )}
      </div>
    </section>
  )
}
