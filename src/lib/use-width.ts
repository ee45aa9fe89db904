import { useLayoutEffect, useState, type RefObject } from 'react'

/**
 * The inner width of an element in rem, kept up to date; unlimited where nothing is laid out. 0 in the first render, whose
 * result is not painted: what depends on the width is rendered once. Null, while the layout has no such element, is unlimited.
 */
export const useWidth = (element: RefObject<HTMLElement | null> | null): number => {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const box = element?.current
    if (!box) return undefined
    const measure = (): void => {
      const { clientWidth } = box
      if (clientWidth > 0) setWidth(clientWidth / rem())
      else setWidth((last) => last || Number.POSITIVE_INFINITY)
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(box)
    return () => sizes.disconnect()
  }, [element])
  return element === null ? Number.POSITIVE_INFINITY : width
}

/** Pixels of a rem. */
export const rem = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
