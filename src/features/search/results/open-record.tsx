import { Suspense, useEffect, useRef, type ComponentType } from 'react'
import type { Category } from '../../../../contract/records.ts'
import { panel } from '../panel-state.ts'

export type RecordPanelProps = { category: Category; id: string; onClose: () => void }

/** A record over the right half of the results; Escape closes it (design: >= 1024 px). */
export const OpenRecord = ({
  panel: Panel,
  category,
  id,
  onClose,
}: RecordPanelProps & { panel: ComponentType<RecordPanelProps> }) => {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (panel.focusRecord) box.current?.focus({ preventScroll: true })
  }, [id])
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
      className="fixed top-topbar right-0 bottom-0 z-20 w-[min(50vw,44rem)] overflow-y-auto border-l bg-card shadow-overlay outline-none scroll-quiet"
    >
      <Suspense fallback={null}>
        <Panel key={id} category={category} id={id} onClose={onClose} />
      </Suspense>
    </section>
  )
}
