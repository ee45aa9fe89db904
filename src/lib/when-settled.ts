import { useEffect, useState } from 'react'
import { subscribe } from 'valtio'
import { whenIdle } from './idle.ts'
import { start } from './start.ts'

/** Runs once the page has loaded and its first screen stands, or ten seconds after loading where none does. The answer calls it off. */
export const whenSettled = (run: () => void): (() => void) => {
  let due = false
  const once = (): void => {
    if (due) return
    due = true
    run()
  }
  const look = (): void => {
    if (start.done && document.readyState === 'complete') whenIdle(once)
  }
  const stop = subscribe(start, look)
  const latest = setTimeout(once, 10_000)
  addEventListener('load', look)
  look()
  return () => {
    due = true
    stop()
    clearTimeout(latest)
    removeEventListener('load', look)
  }
}

/** True from then on. */
export const useSettled = (): boolean => {
  const [settled, setSettled] = useState(false)
  useEffect(() => whenSettled(() => setSettled(true)), [])
  return settled
}
