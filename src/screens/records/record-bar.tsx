import { useEffect, useEffectEvent, type ReactNode } from 'react'
import type { Category } from '../../../contract/records/records.ts'
import { formatNumber, nounOf } from '../../lib/format.ts'
import { useNeighbours } from '../../shared/records/trail.ts'
import { IconButton } from '../../ui/button.tsx'

export const RecordBar = ({
  category,
  id,
  before,
  after,
  onStep,
}: {
  category: Category
  id: string
  before?: ReactNode
  after?: ReactNode
  onStep: ((id: string) => void) | undefined
}) => (
  <div className="flex min-h-12 items-center gap-1 bg-inherit sm:sticky sm:top-(--record-top) sm:z-11">
    {before}
    {onStep && <Steps category={category} id={id} onStep={onStep} />}
    <span className="flex-1" />
    {after}
  </div>
)

const Steps = ({
  category,
  id,
  onStep,
}: {
  category: Category
  id: string
  onStep: (id: string) => void
}) => {
  const neighbours = useNeighbours(category, id)
  const step = (to: string | null | undefined): void => {
    if (typeof to === 'string') onStep(to)
  }
  useStepKeys((key) => step(key === '[' ? neighbours?.previous : neighbours?.next))
  if (neighbours === null) return null
  const { previous, next, position, total } = neighbours
  const noun = nounOf(category, 1)
  return (
    <div
      role="group"
      aria-label={`Move between ${nounOf(category, 2)}`}
      className="-ml-2 flex items-center"
    >
      <IconButton
        icon="chevron-up"
        size="sm"
        label={`Previous ${noun}`}
        aria-keyshortcuts="["
        disabledReason={previous === null ? 'This is the first one here.' : undefined}
        onClick={() => step(previous)}
      />
      <IconButton
        icon="chevron-down"
        size="sm"
        label={`Next ${noun}`}
        aria-keyshortcuts="]"
        disabledReason={next === null ? 'This is the last one here.' : undefined}
        onClick={() => step(next)}
      />
      <span className="tabular pl-1 text-13 whitespace-nowrap text-ink-faint">
        {formatNumber(position)} of {formatNumber(total)}
      </span>
    </div>
  )
}

const useStepKeys = (onKey: (key: string) => void): void => {
  const handle = useEffectEvent(onKey)
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== '[' && event.key !== ']') return
      if (event.defaultPrevented || event.ctrlKey || event.metaKey) return
      const { target } = event
      const typing = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]'
      if (!(target instanceof Element && target.closest(typing))) handle(event.key)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
