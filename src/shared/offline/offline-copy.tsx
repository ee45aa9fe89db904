import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { useOffline } from '../../lib/connectivity.ts'
import { formatAgo, formatPercent } from '../../lib/format.ts'
import { volatileAttributes } from '../../lib/last-screen.ts'
import { copyStateOf, type CopyState } from '../../offline/copy-state.ts'
import type { Pin } from '../../offline/rows.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { Progress } from '../../ui/progress.tsx'
import { pinNow, pinStore } from './pin-store.ts'

/** The copy of a list that is in conflict. */
export const NeedsDecision = () => (
  <Line icon="warning" look="text-warn">
    Needs your decision
  </Line>
)

/** Without `onMake` a list without a copy shows nothing; `readOnly` shows no buttons, for use inside a link. */
export const OfflineCopy = ({
  pin,
  name,
  onMake,
  small = false,
  readOnly = false,
}: {
  pin: Pin | null
  name: string
  onMake?: () => void
  small?: boolean
  readOnly?: boolean
}) => {
  const offline = useOffline()
  const now = useMinute()
  const refusals = useSnapshot(pinStore).refused
  const refusal = pin === null ? null : (refusals[pin.id] ?? null)
  const state = copyStateOf(pin, { refusal, offline, now })
  const update = (label: 'Update' | 'Try again') =>
    pin !== null && !readOnly ? (
      <Button
        size="sm"
        icon="sync"
        aria-label={`${label}: ${name}`}
        disabledReason={offline ? 'You’re offline.' : undefined}
        onClick={() => pinNow(pin.id)}
      >
        {label}
      </Button>
    ) : null
  switch (state.is) {
    case 'none':
      return onMake === undefined ? null : (
        <Button
          icon="pin"
          {...(small
            ? { size: 'sm', variant: 'quiet', 'aria-label': `Make available offline: ${name}` }
            : {})}
          className="self-start"
          onClick={onMake}
        >
          Make available offline
        </Button>
      )
    case 'downloading':
      return (
        <span {...volatileAttributes} className="flex w-40 max-w-full min-w-0 flex-col gap-1">
          <Progress
            done={Math.round((state.share ?? 0) * 100)}
            total={100}
            label={`Downloading ${name}`}
          />
          <span className="tabular text-12 text-ink-soft">{describeDownload(state)}</span>
        </span>
      )
    case 'failed':
      return (
        <Problem text={state.problem}>
          <Line icon="warning" look="text-danger">
            Not downloaded
          </Line>
          {update('Try again')}
        </Problem>
      )
    case 'ready':
      return (
        <Problem text={state.problem}>
          <Line icon="check" look={state.isAgeing ? 'text-warn' : 'text-accent-strong'}>
            Offline · updated {formatAgo(new Date(state.at).toISOString(), Math.max(now, state.at))}
          </Line>
        </Problem>
      )
    case 'old':
      return (
        <Problem text={state.problem}>
          <Line icon="clock" look="text-danger">
            Offline copy {state.days} days old
          </Line>
          {update('Update')}
        </Problem>
      )
  }
}

const describeDownload = ({ share, isPaused }: CopyState & { is: 'downloading' }): string => {
  if (share === null) return isPaused ? 'Downloads when you’re online' : 'Starting download'
  return isPaused ? `Paused at ${formatPercent(share)}` : `Downloading ${formatPercent(share)}`
}

const Line = ({
  icon,
  look,
  children,
}: {
  icon: 'check' | 'warning' | 'clock'
  look: string
  children: ReactNode
}) => (
  <span className={cx('tabular inline-flex items-center gap-1.5 text-13 font-medium', look)}>
    <Icon name={icon} size={16} className="shrink-0" />
    <span>{children}</span>
  </span>
)

const Problem = ({ text, children }: { text: string | null; children: ReactNode }) => (
  <span {...volatileAttributes} className="flex min-w-0 flex-col gap-0.5">
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">{children}</span>
    {text !== null && <span className="text-12 whitespace-normal text-danger">{text}</span>}
  </span>
)
