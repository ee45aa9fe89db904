import { useLayoutEffect, type RefObject } from 'react'

/** Writes into `data-cut` of an element whether its scroll container hides something before its start or after its end. */
export const useCutEdges = (element: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const table = element.current
    const box = table?.parentElement
    if (!table || !box) return undefined
    const mark = (): void => {
      const { scrollLeft, scrollWidth, clientWidth } = box
      const start = scrollLeft > 0 ? 'start' : ''
      // Zoomed pages scroll by fractions of a pixel.
      const end = scrollWidth - clientWidth - scrollLeft > 1 ? 'end' : ''
      table.dataset['cut'] = `${start} ${end}`
    }
    const sizes = new ResizeObserver(mark)
    sizes.observe(table)
    sizes.observe(box)
    box.addEventListener('scroll', mark, { passive: true })
    return () => {
      sizes.disconnect()
      box.removeEventListener('scroll', mark)
    }
  }, [element])
}
