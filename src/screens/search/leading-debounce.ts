import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** A debounce that follows the first change at once, and further ones after `ms` without a change. A value with the same key passes through. */
export const useLeadingDebounce = <Value>(value: Value, key: string, ms: number): Value => {
  const [debounced, setDebounced] = useState({ value, key })
  const changedAt = useRef(-Infinity)
  const update = useEffectEvent(() => setDebounced({ value, key }))
  useEffect(() => {
    if (debounced.key === key) return undefined
    const now = performance.now()
    const quiet = now - changedAt.current >= ms
    changedAt.current = now
    const timer = setTimeout(update, quiet ? 0 : ms)
    return () => clearTimeout(timer)
  }, [key, debounced.key, ms])
  return debounced.key === key ? value : debounced.value
}
