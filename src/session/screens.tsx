import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { slots, type ScreenName } from './slots.ts'
import { useSession } from './use-identity.ts'

type Props = {
  /** The size of Clerk's screen, so that nothing moves. */
  fallback?: ReactNode
}

export function SignInScreen(props: Props) {
  return <ClerkScreen screen="sign-in" {...props} />
}

export function SignUpScreen(props: Props) {
  return <ClerkScreen screen="sign-up" {...props} />
}

export function CreateCompanyScreen(props: Props) {
  return <ClerkScreen screen="create-company" {...props} />
}

/** 'Select your customer', with invitations to accept. */
export function SelectCustomerScreen(props: Props) {
  return <ClerkScreen screen="select-customer" {...props} />
}

export function CompanyUsersScreen(props: Props) {
  return <ClerkScreen screen="users" {...props} />
}

export function CompanyScreen(props: Props) {
  return <ClerkScreen screen="company" {...props} />
}

export function AccountScreen(props: Props) {
  return <ClerkScreen screen="account" {...props} />
}

export function SecurityScreen(props: Props) {
  return <ClerkScreen screen="security" {...props} />
}

function ClerkScreen({ screen, fallback = null }: Props & { screen: ScreenName }) {
  const id = useId()
  const container = useRef<HTMLDivElement>(null)
  // Keeps the first fallback: another would remove the slot for a moment.
  const [standIn] = useState(fallback)
  const { service } = useSession()

  useLayoutEffect(() => {
    if (!container.current) return undefined
    return slots.add({ id, screen, node: container.current, fallback: standIn })
  }, [id, screen, standIn])

  return (
    <>
      {service ? null : fallback}
      <div ref={container} data-clerk-screen={screen} />
    </>
  )
}
