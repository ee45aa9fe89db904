import { useEffect, useState } from 'react'

const held = new Map<string, string>()
const drawn = new Map<string, number>()

/**
 * Words of a form that may be drawn anew in another place, as when a phone is turned: kept under `key` while the page is open, until
 * they are null. Without a key they are the form's own.
 */
export const useHalfWritten = (
  key: string | null,
): [string | null, (words: string | null) => void] => {
  const [words, setWords] = useState(key === null ? null : (held.get(key) ?? null))
  const write = (next: string | null): void => {
    setWords(next)
    if (key === null) return
    if (next === null) held.delete(key)
    else held.set(key, next)
  }
  return [words, write]
}

/** The same for which form is open, which is forgotten where its place is left. */
export const useHalfOpen = (key: string): [string | null, (form: string | null) => void] => {
  const half = useHalfWritten(key)
  useEffect(() => {
    drawn.set(key, (drawn.get(key) ?? 0) + 1)
    return () => {
      drawn.set(key, (drawn.get(key) ?? 1) - 1)
      // Where it is only drawn elsewhere, that has happened by then.
      setTimeout(() => drawn.get(key) === 0 && held.delete(key))
    }
  }, [key])
  return half
}
