import { useQuery } from '@tanstack/react-query'
import { useIdentity } from '../../session/use-identity.ts'
import { askAdmins } from '../../shared/members/admins.ts'
import { readPageSettings } from '../../lib/page-settings.ts'
import { customerInfoQuery } from '../../shared/queries.ts'
import { useApi } from '../../lib/use-api.ts'
import { buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'

/** Shown without a flag for signals: the plan has none, and who can change that (spec 6, product 2.7). */
export const SignalsUpgrade = () => {
  const { orgName, role } = useIdentity()
  const { contactSalesUrl } = readPageSettings()
  const members = useQuery(customerInfoQuery(useApi())).data?.members
  return (
    <section
      aria-labelledby="upgrade"
      className="flex max-w-160 gap-3.5 rounded-md border border-line bg-card p-5"
    >
      <Icon name="lock" className="mt-0.5 shrink-0 text-ink-faint" />
      <div className="min-w-0">
        <h2 id="upgrade" className="font-semibold wrap-anywhere">
          Signals aren’t in {orgName ?? 'your company'}’s plan
        </h2>
        <p className="mt-0.5 max-w-text text-14 text-ink-soft">
          See who’s hiring, growing, moving or changing jobs, so you know who to call today.{' '}
          {role === 'admin'
            ? 'Contact sales to add signals to your plan.'
            : askAdmins(members, orgName)}
        </p>
        {role === 'admin' && contactSalesUrl && (
          <a
            href={contactSalesUrl}
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
