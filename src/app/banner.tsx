import { useState, type ReactNode } from 'react'
import { readStored, writeStored } from '../lib/storage.ts'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Icon, type IconName } from '../ui/icon.tsx'

/** A line under the top bar; without `onDismiss` it stays. */
export const Banner = ({
  icon,
  tone = 'warn',
  action,
  onDismiss,
  children,
}: {
  icon: IconName
  tone?: 'warn' | 'danger'
  action?: ReactNode
  onDismiss?: () => void
  children: ReactNode
}) => (
  <div
    role="status"
    className={cx(
      'safe-x border-b border-line text-14',
      tone === 'warn' ? 'bg-warn-soft text-warn' : 'bg-danger-soft text-danger',
    )}
  >
    <div className="flex items-center gap-x-3 py-1 pr-2 pl-4">
      <Icon name={icon} size={18} className="shrink-0" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1.5 py-1.5">
        <p className="min-w-0 flex-1 basis-60">{children}</p>
        {action}
      </div>
      {onDismiss !== undefined && (
        <IconButton icon="close" size="sm" label="Dismiss" onClick={onDismiss} />
      )}
    </div>
  </div>
)

/** Whether the user has dismissed `what` on this device, and how to. */
export const useDismissed = (key: string, what: string | null): [boolean, () => void] => {
  const [dismissed, setDismissed] = useState(() => readStored(key))
  return [
    what !== null && dismissed === what,
    () => {
      if (what === null) return
      writeStored(key, what)
      setDismissed(what)
    },
  ]
}
