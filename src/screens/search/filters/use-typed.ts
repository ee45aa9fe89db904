import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { typingMs } from '../option-queries.ts'

/** What is being typed, handed on when it rests; it follows `value` when that changes for another reason (back, Clear all). */
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
