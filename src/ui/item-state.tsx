import { useEffect, useRef, useState } from 'react'
import { useOffline } from '../lib/connectivity.ts'
import { cx } from './cx.ts'
import { Icon, type IconName } from './icon.tsx'

type State = 'sent' | 'on this device' | 'sending' | 'needs attention'

const tickMs = 2_000

/** The sync state of an edit. 'sent' shows a tick for a moment after a change of state, otherwise nothing. */
export const ItemStateMark = ({
  state: itemState,
  className,
}: {
  state: State
  className?: string
}) => {
  const offline = useOffline()
  // While the server is unreachable, nothing is being sent.
  const state = itemState === 'sending' && offline ? 'on this device' : itemState
  const arrived = useArrived(state)
  if (state === 'sent' && !arrived) return null
  const { icon, label, look } = marks[state]
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 text-12 font-medium whitespace-nowrap',
        look,
        className,
      )}
    >
      <Icon name={icon} size={14} />
      {label}
    </span>
  )
}

const marks = {
  sent: { icon: 'check', label: 'Synced', look: 'text-accent-strong' },
  'on this device': { icon: 'mobile', label: 'Not synced yet', look: 'text-warn' },
  sending: { icon: 'sync', label: 'Syncing', look: 'text-ink-soft' },
  'needs attention': { icon: 'warning', label: 'Needs attention', look: 'text-danger' },
} as const satisfies Record<State, { icon: IconName; label: string; look: string }>

const useArrived = (state: State): boolean => {
  const before = useRef(state)
  const [arrived, setArrived] = useState(false)
  useEffect(() => {
    const was = before.current
    before.current = state
    if (state !== 'sent' || was === 'sent') return undefined
    setArrived(true)
    const timer = setTimeout(() => setArrived(false), tickMs)
    return () => clearTimeout(timer)
  }, [state])
  return arrived
}
