import { useEffect, useEffectEvent, useRef, useState } from 'react'

/**
 * A value that follows a single change at once and a flurry of changes when it has stood still for `ms`.
 * `key` says what counts as a change; whatever else differs in a value with the same key is passed on as it is.
 */
export const useSettled = <Value>(value: Value, key: string, ms: number): Value => {
  const [settled, setSettled] = useState({ value, key })
  const changedAt = useRef(-Infinity)
  const settle = useEffectEvent(() => setSettled({ value, key }))
  useEffect(() => {
    if (settled.key === key) return undefined
    const now = performance.now()
    const quiet = now - changedAt.current >= ms
    changedAt.current = now
    const timer = setTimeout(settle, quiet ? 0 : ms)
    return () => clearTimeout(timer)
  }, [key, settled.key, ms])
  return settled.key === key ? value : settled.value
}

/** Whether `waiting` has lasted for `ms`: what is quicker is not worth a word. */
export const useLasting = (waiting: boolean, ms: number): boolean => {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setTimeout(() => setLasting(true), ms)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [waiting, ms])
  return waiting && lasting
}
