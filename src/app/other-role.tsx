import { useState } from 'react'
import { useSession } from '../session/use-identity.ts'
import { askAdmins } from '../shared/members/admins.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Logo } from '../ui/logo.tsx'
import { logOut } from './log-out.ts'
import { OrganisationMenu } from './organisation-menu.tsx'
import { UserMenu } from './user-menu.tsx'

/** Spec 6: a member with an unknown role sees no widgets, only the admins and the ways out. */
export const OtherRole = () => {
  const { identity, service } = useSession()
  const [checking, setChecking] = useState(false)
  const check = async (): Promise<void> => {
    setChecking(true)
    // The gate reports an unreachable service; pressing again retries.
    await service?.revalidate().catch(() => service.markUnreachable())
    setChecking(false)
  }
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-page flex-col px-4 sm:px-8">
      <header className="safe-top flex h-topbar shrink-0 items-center gap-3">
        <span className="shrink-0">
          <Logo size={28} />
        </span>
        <span className="flex-1" />
        <OrganisationMenu align="end" />
        <UserMenu />
      </header>
      <main className="grid flex-1 place-items-center">
        <EmptyState
          drawing="blank"
          heading="h1"
          title="Your role doesn’t include Fieldbook"
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <Button busy={checking} onClick={() => void check()}>
                Check again
              </Button>
              <Button variant="quiet" onClick={logOut}>
                Log out
              </Button>
            </div>
          }
        >
          <p className="wrap-anywhere">
            You belong to {identity.orgName ?? 'this company'}, but only admins and Standard users
            can use Fieldbook. {askAdmins(undefined, identity.orgName)} You’ll get access as soon as
            your role changes.
          </p>
        </EmptyState>
      </main>
    </div>
  )
}
