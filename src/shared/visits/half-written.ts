import { useEffect, useState } from 'react'

const drafts = new Map<string, string>()
const drawn = new Map<string, number>()

/** The draft of a form that may remount, as when a phone rotates: stored under `key` while the page is open, until it is null. Without a key the draft is local. */
export const useHalfWritten = (
  key: string | null,
): [string | null, (text: string | null) => void] => {
  const [text, setText] = useState(key === null ? null : (drafts.get(key) ?? null))
  const write = (next: string | null): void => {
    setText(next)
    if (key === null) return
    if (next === null) drafts.delete(key)
    else drafts.set(key, next)
  }
  return [text, write]
}

/** The same for which form is open; cleared when its screen unmounts. */
export const useHalfOpen = (key: string): [string | null, (form: string | null) => void] => {
  const half = useHalfWritten(key)
  useEffect(() => {
    drawn.set(key, (drawn.get(key) ?? 0) + 1)
    return () => {
      drawn.set(key, (drawn.get(key) ?? 1) - 1)
      // A remount elsewhere has happened by then.
      setTimeout(() => drawn.get(key) === 0 && drafts.delete(key))
    }
  }, [key])
  return half
}
