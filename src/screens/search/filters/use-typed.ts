import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { typingMs } from '../option-queries.ts'

/** A debounced field that follows `value` when that changes elsewhere (back, Clear all). */
export const useTyped = (value: string, onRest: (typed: string) => void) => {
  const [typed, setTyped] = useState(value)
  const handedOn = useRef(value)
  const handOn = useEffectEvent(onRest)
  useEffect(() => {
    if (value === handedOn.current) return
    handedOn.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    if (typed.trim() === handedOn.current.trim()) return undefined
    const timer = setTimeout(() => {
      handedOn.current = typed.trim()
      handOn(typed)
    }, typingMs)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped] as const
}
