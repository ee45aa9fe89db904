import { useEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { Icon, type IconName } from './icon.tsx'

type State = 'sent' | 'on this device' | 'sending' | 'needs attention'

const tickMs = 2_000

/** How far an edit of one thing is. 'sent' shows nothing, but a tick for a moment where it was on its way before. */
export const ItemStateMark = ({ state, className }: { state: State; className?: string }) => {
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
  sent: { icon: 'check', words: 'Sent', look: 'text-accent-strong' },
  'on this device': { icon: 'mobile', words: 'On this device', look: 'text-warn' },
  sending: { icon: 'sync', words: 'Sending', look: 'text-ink-soft' },
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
