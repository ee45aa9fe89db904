import { useEffect, useLayoutEffect, type RefObject } from 'react'

const places = new Map<string, number>()
const most = 50

/** Forgets every place. */
export const forgetScrolling = (): void => places.clear()

/**
 * Remembers how far the results of each search address were scrolled, and goes there when one comes back to it.
 * `ready` says that its rows are drawn; `box` is what scrolls, the window where it is empty.
 */
export const useScrollMemory = (
  address: string,
  box: RefObject<HTMLElement | null>,
  ready: boolean,
): void => {
  useLayoutEffect(() => {
    if (!ready) return undefined
    const place = places.get(address) ?? 0
    const go = (): void => {
      if (box.current) box.current.scrollTo(0, place)
      else if (place > 0) scrollTo(0, place)
    }
    go()
    // The shell starts every screen at its top; this is the one that goes back to where it was.
    const frame = requestAnimationFrame(go)
    return () => cancelAnimationFrame(frame)
  }, [address, box, ready])
  useEffect(() => {
    const keep = (): void => {
      places.delete(address)
      places.set(address, box.current ? box.current.scrollTop : scrollY)
      const [oldest] = places.keys()
      if (places.size > most && oldest !== undefined) places.delete(oldest)
    }
    if (!ready) return undefined
    const target: EventTarget = box.current ?? window
    target.addEventListener('scroll', keep, { passive: true })
    return () => target.removeEventListener('scroll', keep)
  }, [address, box, ready])
}
