import { useEffect, useRef } from 'react'
import type { Signal } from '../../../contract/signals/signals.ts'

/** A signal counts as seen after this long on the screen. */
const lookMs = 1_000

/** Reports new signals as seen in batches; rows carry `data-signal`. Their mark stays until the next visit. */
export const useSeen = (
  signals: readonly Signal[] | undefined,
  see: (ids: readonly string[]) => void,
): void => {
  const reported = useRef(new Set<string>())
  useEffect(() => {
    const fresh = (signals ?? []).filter(({ id, seen }) => !seen && !reported.current.has(id))
    if (fresh.length === 0) return undefined
    const looked = new Set<string>()
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const id = target instanceof HTMLElement ? target.dataset['signal'] : undefined
        if (id === undefined) continue
        if (isIntersecting) looked.add(id)
        else looked.delete(id)
      }
    })
    for (const { id } of fresh) {
      const row = document.querySelector(`[data-signal="${id}"]`)
      if (row) observer.observe(row)
    }
    const timer = setInterval(() => {
      const ids = [...looked].filter((id) => !reported.current.has(id))
      if (ids.length === 0 || document.visibilityState === 'hidden') return
      for (const id of ids) reported.current.add(id)
      see(ids)
    }, lookMs)
    return () => {
      clearInterval(timer)
      observer.disconnect()
    }
  }, [signals, see])
}
