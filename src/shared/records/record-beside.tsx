import { useEffect, useRef, type ComponentType } from 'react'
import type { Category } from '../../../contract/records/records.ts'

export type RecordPanelProps = { category: Category; id: string; onClose: () => void }

const always = (): boolean => true

/** A record over the right half of a list; Escape closes it (design: >= 1024 px). */
export const RecordBeside = ({
  panel: Panel,
  takesFocus = always,
  category,
  id,
  onClose,
}: RecordPanelProps & {
  panel: ComponentType<RecordPanelProps>
  /** Whether the record takes the focus when it opens; a list with keyboard navigation keeps the focus. */
  takesFocus?: () => boolean
}) => {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (takesFocus()) box.current?.focus({ preventScroll: true })
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
      className="fixed top-topbar right-0 bottom-0 z-20 w-[min(50vw,44rem)] overflow-y-auto border-l border-line bg-card shadow-overlay outline-none scroll-quiet"
    >
      <Panel key={id} category={category} id={id} onClose={onClose} />
    </section>
  )
}
