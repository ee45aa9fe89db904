import type { ReactNode } from 'react'
import { Link, useSearch } from 'wouter'
import { links } from '../../../contract/links.ts'
import { CompanyUsersScreen, SelectCustomerScreen } from '../../session/screens.tsx'
import { useIdentity } from '../../session/use-identity.ts'
import { Icon } from '../../ui/icon.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PlanChoice } from './plan-choice.tsx'

/** The only page of users without a valid subscription (spec 2), so it also invites users and switches companies. */
export const PlanSelectionScreen = ({ account }: { account: ReactNode }) => {
  const { orgId } = useIdentity()
  const view = new URLSearchParams(useSearch()).get('view')
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-page flex-col px-4 sm:px-8">
      <header className="safe-top flex h-topbar shrink-0 items-center gap-2 sm:gap-3">
        <span className="shrink-0">
          <Logo size={28} />
        </span>
        <span className="flex-1 text-16 font-semibold tracking-tight max-sm:sr-only">
          Fieldbook
        </span>
        <span className="flex-1 sm:hidden" />
        {account}
      </header>
      <main className="flex flex-1 flex-col items-center py-6 sm:py-8">
        {orgId === null ? (
          <WithoutCompany />
        ) : view === 'users' ? (
          <Users />
        ) : view === 'customers' ? (
          <Customers />
        ) : (
          <PlanChoice key={orgId} orgId={orgId} />
        )}
      </main>
    </div>
  )
}

const WithoutCompany = () => (
  <div className="flex w-full max-w-120 flex-col items-center gap-6">
    <div className="text-center">
      <h1 className="text-26 font-semibold">Welcome. Let’s set up your company</h1>
      <p className="mt-2 text-16 text-ink-soft">
        Create a company, or ask a colleague to invite you to theirs.
      </p>
    </div>
    <SelectCustomerScreen fallback={<PartLoading />} />
  </div>
)

const Customers = () => (
  <div className="flex flex-col items-center gap-6">
    <h1 className="sr-only">Select your customer</h1>
    <SelectCustomerScreen fallback={<PartLoading />} />
    <BackToPlans />
  </div>
)

const Users = () => (
  <div className="flex w-full flex-1 flex-col gap-4">
    <BackToPlans />
    <h1 className="text-26 font-semibold">Users</h1>
    <div className="min-h-96">
      <CompanyUsersScreen fallback={<Skeleton className="h-96 w-full" />} />
    </div>
  </div>
)

const BackToPlans = () => (
  <Link
    href={links.planSelection()}
    className="inline-flex min-h-control items-center gap-2 self-start rounded-sm text-14 text-ink-soft hover:text-ink"
  >
    <Icon name="arrow-left" size={18} />
    Back to plans
  </Link>
)

const PartLoading = () => <Skeleton className="h-72 w-[min(25rem,100vw-2.5rem)] rounded-md" />
