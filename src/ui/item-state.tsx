import { useEffect, useRef, useState } from 'react'
import { useOffline } from '../lib/contact.ts'
import { cx } from './cx.ts'
import { Icon, type IconName } from './icon.tsx'

type State = 'sent' | 'on this device' | 'sending' | 'needs attention'

const tickMs = 2_000

/** How far an edit of one thing is. 'sent' shows nothing, but a tick for a moment where it was on its way before. */
export const ItemStateMark = ({ state: told, className }: { state: State; className?: string }) => {
  const offline = useOffline()
  // Trying to reach a server that is away is no sending.
  const state = told === 'sending' && offline ? 'on this device' : told
  const arrived = useArrived(state)
  if (state === 'sent' && !arrived) return null
  const { icon, words, look } = marks[state]
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 text-12 font-medium whitespace-nowrap',
        look,
        className,
      )}
    >
      <Icon name={icon} size={14} />
      {words}
    </span>
  )
}

const marks = {
  sent: { icon: 'check', words: 'Synced', look: 'text-accent-strong' },
  'on this device': { icon: 'mobile', words: 'Not synced yet', look: 'text-warn' },
  sending: { icon: 'sync', words: 'Syncing', look: 'text-ink-soft' },
  'needs attention': { icon: 'warning', words: 'Needs attention', look: 'text-danger' },
} as const satisfies Record<State, { icon: IconName; words: string; look: string }>

/** True for a moment after something that was here has been sent. */
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
