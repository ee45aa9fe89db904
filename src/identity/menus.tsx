import { useState, type ReactNode } from 'react'
import { ClerkPlace } from './screens.tsx'
import { useIdentity } from './use-identity.ts'

/**
 * The person's picture; pressed, it becomes Clerk's menu for the account and for signing out. Until then nothing of Clerk's
 * screens is fetched: they are 180 KB that a start would pay for and few starts use.
 */
export function UserMenu() {
  const { name, imageUrl } = useIdentity()
  return (
    <Menu screen="user-menu" label="Open user menu">
      {imageUrl === null ? (
        <Initials of={name ?? ''} className="rounded-full" />
      ) : (
        <img src={imageUrl} alt="" width={28} height={28} className="size-7 rounded-full" />
      )}
    </Menu>
  )
}

/** The active company; pressed, it becomes Clerk's menu to switch, manage or create one. */
export function OrganisationMenu() {
  const { orgName } = useIdentity()
  const name = orgName ?? 'Choose a company'
  return (
    <Menu screen="organisation-menu" label=", switch company">
      <Initials of={name} className="rounded-sm" />
      <span className="truncate font-medium">{name}</span>
    </Menu>
  )
}

/** `label` is said after what is seen: a name that left the visible words out could not be spoken to. */
function Menu({
  screen,
  label,
  children,
}: {
  screen: 'user-menu' | 'organisation-menu'
  label: string
  children: ReactNode
}) {
  const [wanted, setWanted] = useState(false)
  const face = 'flex min-h-control min-w-control items-center justify-center gap-2.5 rounded-sm'
  if (wanted)
    return (
      <ClerkPlace
        screen={screen}
        fallback={
          <span aria-busy className={face}>
            {children}
          </span>
        }
      />
    )
  return (
    <button type="button" aria-haspopup="dialog" onClick={() => setWanted(true)} className={face}>
      {children}
      <span className="sr-only">{label}</span>
    </button>
  )
}

function Initials({ of, className }: { of: string; className: string }) {
  const letters = of
    .split(' ')
    .map((word) => word.slice(0, 1))
    .slice(0, 2)
    .join('')
  return (
    <span
      aria-hidden
      className={`grid size-7 shrink-0 place-items-center bg-accent-soft text-12 font-semibold text-accent-strong ${className}`}
    >
      {letters}
    </span>
  )
}
