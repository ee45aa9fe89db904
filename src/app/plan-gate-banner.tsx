import type { ReactNode } from 'react'
import { useIdentity } from '../session/use-identity.ts'
import { useOffline } from '../lib/connectivity.ts'
import { graceHoursOf, formatGrace } from '../offline/offline-grace.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { ReadOnlyReason } from './gate.ts'

type Props = {
  readOnly: ReadOnlyReason | null
  onRetry: () => void
}

/** Why the screen may be out of date, and what becomes of changes. */
export const PlanGateBanner = ({ readOnly, onRetry }: Props) => {
  const { trouble, userId, orgId } = useIdentity()
  const offline = useOffline()
  if (readOnly !== null)
    return (
      <Strip action={<Button onClick={onRetry}>Check now</Button>}>
        {readOnly === 'plan' ? planIsOld(graceHoursOf({ userId, orgId })) : trouble} You can still
        read offline data. Changes will sync once we can check again.
      </Strip>
    )
  // Without a connection the sync icon says enough.
  if (trouble === null || offline) return null
  return <Strip>{trouble} Your changes are saved and will sync.</Strip>
}

const planIsOld = (hours: number): string =>
  `We haven’t been able to check your plan for ${formatGrace(hours)}.`

const Strip = ({ action, children }: { action?: ReactNode; children: ReactNode }) => (
  <div role="status" className="safe-x bg-warn-soft text-14 text-warn">
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
      <Icon name="offline" size={18} className="self-start mt-px" />
      <p className="min-w-0 flex-1 basis-60">{children}</p>
      {action}
    </div>
  </div>
)
