import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { links } from '../../contract/links.ts'
import {
  CreateCompanyScreen,
  SelectCustomerScreen,
  SignInScreen,
  SignUpScreen,
} from '../session/screens.tsx'
import { useIdentity } from '../session/use-identity.ts'
import { intro } from '../ui/loading-logo.tsx'
import { Logo } from '../ui/logo.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export const SignInPage = () => (
  <Alone>
    <Intro />
    <CardStack>
      <SignInScreen fallback={<CardSkeleton />} />
    </CardStack>
    <Trouble />
  </Alone>
)

export const SignUpPage = () => (
  <Alone>
    <Intro />
    <CardStack>
      <SignUpScreen fallback={<CardSkeleton />} />
    </CardStack>
    <Link href={links.privacyPage()} className="rounded-sm text-14 text-ink-soft underline">
      Privacy: what we store and where it goes
    </Link>
    <Trouble />
  </Alone>
)

export const CreateCompanyPage = () => (
  <Alone>
    <CardStack>
      <CreateCompanyScreen fallback={<CardSkeleton />} />
    </CardStack>
    <Back />
  </Alone>
)

/** 'Select your customer'. */
export const SelectCustomerPage = () => (
  <Alone>
    <CardStack>
      <SelectCustomerScreen fallback={<CardSkeleton />} />
    </CardStack>
    <Back />
  </Alone>
)

const Back = () => (
  <Link href={links.home()} className="rounded-sm text-14 text-ink-soft underline">
    Back to Fieldbook
  </Link>
)

/** The largest element of the page: index.html paints it before any of Clerk. */
const Intro = () => (
  <p className="max-w-88 text-center text-20 text-balance text-ink-soft">{intro}</p>
)

const Alone = ({ children }: { children: ReactNode }) => (
  <main className="safe-top safe-x flex min-h-dvh flex-col">
    <div className="flex flex-1 flex-col items-center gap-8 px-4 py-10 sm:justify-center">
      <Link
        href={links.home()}
        aria-label="Fieldbook"
        className="flex items-center gap-3 rounded-sm"
      >
        <Logo size={36} />
        <span aria-hidden className="text-20 font-semibold tracking-tight">
          Fieldbook
        </span>
      </Link>
      {children}
    </div>
  </main>
)

/** They overlap, so that nothing moves when the content arrives. */
const CardStack = ({ children }: { children: ReactNode }) => (
  <div className="grid min-h-93 *:col-start-1 *:row-start-1">{children}</div>
)

const CardSkeleton = () => (
  <div
    role="status"
    className="flex h-93 w-[min(25rem,100vw-2.5rem)] flex-col gap-4 rounded-md border border-line bg-card p-8"
  >
    <span className="sr-only">Loading</span>
    <Skeleton className="mx-auto h-6 w-40" />
    <Skeleton className="mt-6 h-11 w-full" />
    <Skeleton className="h-11 w-full" />
    <Skeleton className="h-11 w-full" />
  </div>
)

const Trouble = () => {
  const { trouble } = useIdentity()
  return trouble === null ? null : (
    <p role="alert" className="max-w-96 text-center text-14 text-warn">
      {trouble}
    </p>
  )
}
