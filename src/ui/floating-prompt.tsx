import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

/** One line with an action at the bottom of the window, above the bars of a phone. */
export const FloatingPrompt = ({
  role,
  icon,
  text,
  children,
}: {
  role: 'alert' | 'status'
  icon: IconName
  text: string
  children: ReactNode
}) => (
  <div
    role={role}
    className="fixed right-4 bottom-4 left-4 z-40 mx-auto flex max-w-110 items-center gap-3 rounded-md border border-line bg-card py-2 pr-2 pl-4 shadow-overlay max-sm:bottom-[calc(var(--spacing-bottombar)+env(safe-area-inset-bottom)+0.75rem)] max-sm:[body:has([data-thumb-bar])_&]:bottom-[calc(var(--spacing-bottombar)+env(safe-area-inset-bottom)+4.5rem)]"
  >
    <Icon name={icon} size={18} className="text-accent" />
    <p className="min-w-0 flex-1">{text}</p>
    {children}
  </div>
)
