import type { ReactNode } from 'react'
import { useOffline } from '../../lib/connectivity.ts'
import type { AlertsTrouble } from '../../shared/notifications/push.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Callout } from '../../ui/callout.tsx'
import type { Alerts } from './use-alerts.ts'

export const AlertsState = ({ state, busy, on, off, look }: Alerts) => {
  const offline = useOffline()
  const needsLine = offline ? 'You need a connection to turn on alerts.' : undefined
  if (state === null) return <Skeleton className="h-10 w-48" />
  switch (state.is) {
    case 'unsupported':
      return (
        <Callout icon="info">
          This browser can’t show alerts. You’ll still see them at the bell in Fieldbook.
        </Callout>
      )
    case 'needs-home-screen':
      return <HomeScreenSteps />
    case 'blocked':
      return (
        <Callout
          icon="warning"
          tone="warn"
          actions={
            <Button size="sm" onClick={look}>
              Check again
            </Button>
          }
        >
          Your browser is blocking notifications from Fieldbook. Allow them in its site settings,
          then come back.
        </Callout>
      )
    case 'off':
      return (
        <Act note="Your browser will ask if Fieldbook can send notifications.">
          <Button variant="primary" icon="bell" busy={busy} disabledReason={needsLine} onClick={on}>
            Turn on alerts on this device
          </Button>
        </Act>
      )
    case 'on':
      return (
        <Act note="You’ll get an alert here when an agent finds new signals.">
          <span className="flex items-center gap-3">
            <Badge tone="accent">On</Badge>
            <Button busy={busy} onClick={off}>
              Turn off
            </Button>
          </span>
        </Act>
      )
    case 'trouble':
      return (
        <Callout
          icon="warning"
          tone="danger"
          role="alert"
          actions={
            <Button size="sm" busy={busy} disabledReason={needsLine} onClick={on}>
              Try again
            </Button>
          }
        >
          {troubles[state.why]}
        </Callout>
      )
  }
}

const troubles: Record<AlertsTrouble, string> = {
  slow: 'Your browser’s notification service didn’t answer. Try again on a better connection.',
  offline: 'We couldn’t reach Fieldbook. Alerts aren’t on yet.',
  refused: 'We couldn’t turn on alerts in this browser. Try again.',
}

const Act = ({ note, children }: { note: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
    {children}
    <span className="text-13 text-ink-faint">{note}</span>
  </div>
)

/** On iPhone and iPad only an app on the Home Screen may ask for permission. */
const HomeScreenSteps = () => (
  <div className="text-14">
    <p>On iPhone and iPad, alerts work once Fieldbook is on your Home Screen:</p>
    <ol className="mt-2 ml-5 flex list-decimal flex-col gap-1 text-ink-soft">
      <li>
        Tap <b className="font-medium text-ink">Share</b> in Safari’s toolbar.
      </li>
      <li>
        Tap <b className="font-medium text-ink">Add to Home Screen</b>, then Add.
      </li>
      <li>Open Fieldbook from there, log in, and come back to this page.</li>
    </ol>
  </div>
)
