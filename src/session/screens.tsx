import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { slots, type ScreenName } from './slots.ts'
import { useSession } from './use-identity.ts'

type Props = {
  /** Shown until Clerk's part has arrived; the same size as it, so that nothing moves. */
  fallback?: ReactNode
}

/** Log in, for every address under /sign-in. */
export function SignInScreen(props: Props) {
  return <ClerkPlace screen="sign-in" {...props} />
}

/** Sign up, for every address under /sign-up. */
export function SignUpScreen(props: Props) {
  return <ClerkPlace screen="sign-up" {...props} />
}

/** 'Create company'. */
export function CreateCompanyScreen(props: Props) {
  return <ClerkPlace screen="create-company" {...props} />
}

/** 'Select your customer': the organisations one belongs to, and invitations to accept. */
export function SelectCustomerScreen(props: Props) {
  return <ClerkPlace screen="select-customer" {...props} />
}

/** 'Users' of the active organisation: members, their roles, 'Invite user', 'Remove user', open invitations. */
export function CompanyUsersScreen(props: Props) {
  return <ClerkPlace screen="users" {...props} />
}

/** The active organisation itself: name, logo, leave, delete. */
export function CompanyScreen(props: Props) {
  return <ClerkPlace screen="company" {...props} />
}

/** The person's own name, picture, e-mail addresses and mobile number. */
export function AccountScreen(props: Props) {
  return <ClerkPlace screen="account" {...props} />
}

/** The person's password, devices and sessions, and the end of the account. */
export function SecurityScreen(props: Props) {
  return <ClerkPlace screen="security" {...props} />
}

function ClerkPlace({ screen, fallback = null }: Props & { screen: ScreenName }) {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  // The first one is enough for Clerk, and a new one would take the place away for a moment.
  const [standIn] = useState(fallback)
  const { service } = useSession()

  useLayoutEffect(() => {
    if (!place.current) return undefined
    return slots.add({ id, screen, node: place.current, fallback: standIn })
  }, [id, screen, standIn])

  return (
    <>
      {service ? null : fallback}
      <div ref={place} data-clerk-screen={screen} />
    </>
  )
}
