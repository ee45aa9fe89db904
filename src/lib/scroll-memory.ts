import { useEffect, useLayoutEffect, type RefObject } from 'react'

const offsets = new Map<string, number>()
const maxEntries = 50

export const forgetScrolling = (): void => offsets.clear()

/**
 * Remembers the scroll position of each search address and restores it. `ready` says that the rows are rendered; `box` is the scroll container, or
 * the window where it is empty.
 */
export const useScrollMemory = (
  address: string,
  box: RefObject<HTMLElement | null>,
  ready: boolean,
): void => {
  useLayoutEffect(() => {
    if (!ready) return undefined
    const offset = offsets.get(address) ?? 0
    const go = (): void => {
      if (box.current) box.current.scrollTo(0, offset)
      else if (offset > 0) scrollTo(0, offset)
    }
    go()
    // The shell scrolls every screen to its top first.
    const frame = requestAnimationFrame(go)
    return () => cancelAnimationFrame(frame)
  }, [address, box, ready])
  useEffect(() => {
    const keep = (): void => {
      offsets.delete(address)
      offsets.set(address, box.current ? box.current.scrollTop : scrollY)
      const [oldest] = offsets.keys()
      if (offsets.size > maxEntries && oldest !== undefined) offsets.delete(oldest)
    }
    if (!ready) return undefined
    const target: EventTarget = box.current ?? window
    target.addEventListener('scroll', keep, { passive: true })
    return () => target.removeEventListener('scroll', keep)
  }, [address, box, ready])
}
