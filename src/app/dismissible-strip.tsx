import { useState, type ReactNode } from 'react'
import { useIdentity } from '../session/use-identity.ts'
import { readStored, writeStored } from '../lib/storage.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'

/** Whether this member has dismissed `subject` on this device, and how to dismiss it. */
export const useDismissed = (name: string, subject: string | null): [boolean, () => void] => {
  const { userId, orgId } = useIdentity()
  const key = `fieldbook.${name}.${userId ?? ''}.${orgId ?? ''}`
  const [dismissed, setDismissed] = useState(() => readStored(key))
  return [
    dismissed === subject,
    () => {
      writeStored(key, subject)
      setDismissed(subject)
    },
  ]
}

export const DismissibleStrip = ({
  icon,
  onDismiss,
  children,
}: {
  icon: IconName
  onDismiss: () => void
  children: ReactNode
}) => (
  <div role="status" className="safe-x border-b border-line bg-warn-soft text-14 text-warn">
    <div className="flex items-center gap-x-3 py-1 pr-2 pl-4">
      <Icon name={icon} size={18} className="shrink-0" />
      <p className="min-w-0 flex-1 py-1.5">{children}</p>
      <IconButton icon="close" size="sm" label="Dismiss" onClick={onDismiss} />
    </div>
  </div>
)
