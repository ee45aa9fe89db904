import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Subscription } from '../../../contract/customer.ts'
import { links } from '../../../contract/links.ts'
import { OrganisationMenu, UserMenu } from '../../identity/screens.tsx'
import { useIdentity } from '../../identity/use-identity.ts'
import { subscriptionQuery } from '../../lib/queries.ts'
import { useApi } from '../../lib/use-api.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Logo } from '../../ui/logo.tsx'
import { whyNot } from './why-not.ts'

/** Where one without a valid subscription ends up (spec 2): says why, and who can change it. */
export const PlanSelectionScreen = () => {
  const { orgId, orgName, role } = useIdentity()
  const { data } = useQuery({
    ...subscriptionQuery(useApi(), orgId ?? ''),
    enabled: orgId !== null,
  })
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-page flex-col px-4 sm:px-8">
      <header className="safe-top flex h-topbar items-center gap-3">
        <Logo size={28} />
        <span className="flex-1 text-16 font-semibold tracking-tight">Fieldbook</span>
        <OrganisationMenu />
        <UserMenu fallback={<span className="block size-7 rounded-full bg-line" />} />
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
            <WithoutPlan subscription={data ?? null} admin={role === 'admin'} />
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
}: {
  subscription: Subscription | null
  admin: boolean
}) => (
  <>
    <p className="mt-2 text-16 text-ink-soft">{whyNot(subscription)}</p>
    <p className="mt-4 flex gap-2.5 rounded-sm bg-sunken p-3 text-14 text-ink-soft">
      <Icon name="info" size={18} className="mt-px text-info" />
      {admin
        ? 'Plans cannot be bought in the app yet. Contact sales and your company opens as soon as its plan is set.'
        : 'Only an admin of your company can choose a plan. Ask yours to do so; this page then opens by itself after a reload.'}
    </p>
    <p className="mt-4 text-14 text-ink-soft">What you saved is kept.</p>
  </>
)
