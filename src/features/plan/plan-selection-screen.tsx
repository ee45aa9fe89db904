import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Subscription } from '../../../contract/customer.ts'
import { links } from '../../../contract/links.ts'
import { OrganisationMenu, UserMenu } from '../../identity/menus.tsx'
import { useIdentity } from '../../identity/use-identity.ts'
import { readPageSettings } from '../../lib/page-settings.ts'
import { subscriptionQuery } from '../../lib/queries.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Logo } from '../../ui/logo.tsx'
import { whyNot } from './why-not.ts'

/** Where one without a valid subscription ends up (spec 2): says why, and who can change it. */
export const PlanSelectionScreen = () => {
  const { orgId, orgName, role } = useIdentity()
  const { data, isFetching, refetch } = useQuery({
    ...subscriptionQuery(useApi(), orgId ?? ''),
    enabled: orgId !== null,
  })
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-page flex-col px-4 sm:px-8">
      <header className="safe-top flex h-topbar items-center gap-3">
        <Logo size={28} />
        <span className="flex-1 text-16 font-semibold tracking-tight">Fieldbook</span>
        <OrganisationMenu />
        <UserMenu />
      </header>
      <main className="flex flex-1 flex-col items-center justify-center py-10">
        <Card className="w-full max-w-120 p-6 sm:p-8">
          <span className="grid size-11 place-items-center rounded-full bg-accent-soft text-accent-strong">
            <Icon name="credit" size={22} />
          </span>
          <h1 className="mt-4 text-26 font-semibold">
            {orgId === null
              ? 'You do not belong to a company yet'
              : `${orgName ?? 'Your company'} has no active plan`}
          </h1>
          {orgId === null ? (
            <WithoutCompany />
          ) : (
            <WithoutPlan
              subscription={data ?? null}
              admin={role === 'admin'}
              checking={isFetching}
              onCheck={() => void refetch()}
            />
          )}
        </Card>
      </main>
    </div>
  )
}

const WithoutCompany = () => (
  <>
    <p className="mt-2 text-16 text-ink-soft">
      Plans belong to companies. Create yours, or ask a colleague to invite you to theirs.
    </p>
    <Link href={links.createCompany()} className={`${buttonClass('primary')} mt-6`}>
      Create company
    </Link>
  </>
)

const WithoutPlan = ({
  subscription,
  admin,
  checking,
  onCheck,
}: {
  subscription: Subscription | null
  admin: boolean
  checking: boolean
  onCheck: () => void
}) => (
  <>
    <p className="mt-2 text-16 text-ink-soft">{whyNot(subscription)}</p>
    <p className="mt-4 flex gap-2.5 rounded-sm bg-sunken p-3 text-14 text-ink-soft">
      <Icon name="info" size={18} className="mt-px text-info" />
      {admin
        ? 'Plans cannot be bought in the app yet. Our sales people set yours up, and your company opens at once.'
        : 'Only an admin of your company can choose a plan. Ask yours, then check again.'}
    </p>
    <p className="mt-4 text-14 text-ink-soft">What you saved is kept.</p>
    <div className="mt-6 flex flex-wrap gap-2">
      <Button busy={checking} onClick={onCheck}>
        Check again
      </Button>
      <ContactSales />
    </div>
  </>
)

/** Leads to the help desk's page for a new ticket (spec 2), where this installation has one. */
const ContactSales = () => {
  const { contactSalesUrl } = readPageSettings()
  return contactSalesUrl ? (
    <a href={contactSalesUrl} target="_blank" rel="noreferrer" className={buttonClass('primary')}>
      Contact sales
      <Icon name="external" size={16} label="(opens another site)" />
    </a>
  ) : null
}
