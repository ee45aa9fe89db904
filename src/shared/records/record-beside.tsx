import { useEffect, useRef, type ComponentType } from 'react'
import type { Category } from '../../../contract/records/records.ts'
import { useLayout, useMedia } from '../../lib/use-media.ts'

export type RecordPanelProps = {
  category: Category
  id: string
  onClose: () => void
  onStep?: ((id: string) => void) | undefined
}

const always = (): boolean => true

/** Lies beside the list from 1024 px on, otherwise over it. It is one element in every layout, so that turning a tablet loses nothing. */
export const RecordBeside = ({
  panel: Panel,
  takesFocus = always,
  ...record
}: RecordPanelProps & {
  panel: ComponentType<RecordPanelProps>
  /** Whether the record takes the focus when it opens; a list with keyboard navigation keeps the focus. */
  takesFocus?: () => boolean
}) => {
  const { category, id, onClose } = record
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.scrollTo(0, 0)
    // A press on 'Next' keeps the focus on it.
    if (takesFocus() && box.current?.contains(document.activeElement) === false)
      box.current.focus({ preventScroll: true })
  }, [id, takesFocus])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event
      const elsewhere =
        target instanceof Element && target.closest('[role="dialog"], [role="menu"]')
      if (event.key === 'Escape' && !event.defaultPrevented && !elsewhere) onClose()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [onClose])
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={category === 'company' ? 'Company' : 'Person'}
      className="fixed top-[calc(var(--spacing-topbar)+env(safe-area-inset-top)+1px)] right-0 bottom-0 left-0 z-20 overflow-y-auto overscroll-contain bg-card outline-none scroll-quiet max-sm:bottom-[calc(var(--spacing-bottombar)+env(safe-area-inset-bottom))] max-sm:z-10 sm:max-lg:left-rail-icons lg:sticky lg:z-0 lg:h-[calc(100dvh-var(--spacing-topbar)-env(safe-area-inset-top)-1px)] lg:w-1/2 lg:max-w-160 lg:shrink-0 lg:border-l lg:border-line"
    >
      <Panel {...record} />
    </section>
  )
}

/** The layout of a list: without its filter panel while a record is open beside it, except in a very wide window. */
export const useLayoutBeside = (open: boolean): ReturnType<typeof useLayout> => {
  const layout = useLayout()
  const fitsAll = useMedia('(min-width: 100rem)')
  return layout === 'desk' && open && !fitsAll ? 'tablet' : layout
}
