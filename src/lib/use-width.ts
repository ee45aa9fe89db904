import { useLayoutEffect, useState, type RefObject } from 'react'

/** The inner width of an element in rem, kept up to date; unlimited where nothing is laid out. Null while the layout has no such element. */
export const useWidth = (element: RefObject<HTMLElement | null> | null): number => {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const box = element?.current
    if (!box) return undefined
    const measure = (): void => {
      if (box.clientWidth > 0) setWidth(box.clientWidth / rem())
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(box)
    return () => sizes.disconnect()
  }, [element])
  return width
}

/** Pixels of a rem. */
export const rem = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
