import { useRef, type PointerEvent } from 'react'
import type { ExportColumn } from '../../../../contract/records/export-columns.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

export const ColumnOrder = ({
  columns,
  onMove,
  onRemove,
}: {
  columns: readonly ExportColumn[]
  onMove: (from: number, to: number) => void
  onRemove: (key: string) => void
}) => {
  const drag = useDrag(onMove)
  return (
    <ol aria-label="Columns of the file, in order" className="flex flex-col">
      {columns.map((column, index) => (
        <li
          key={column.key}
          className="flex h-control items-center gap-1 border-b border-line last:border-b-0"
        >
          <button
            type="button"
            aria-label={`Move ${column.label}: arrow up or down`}
            className="grid h-full w-8 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-ink-faint active:cursor-grabbing"
            {...drag(index)}
            onKeyDown={(event) => {
              const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
              if (step === 0) return
              event.preventDefault()
              onMove(index, index + step)
            }}
          >
            <Icon name="menu" size={16} />
          </button>
          <span className="tabular w-6 shrink-0 text-right text-12 text-ink-faint">
            {index + 1}
          </span>
          <span className="min-w-0 flex-1 truncate pl-1.5 text-14">{column.label}</span>
          <span className="flex pointer-fine:*:h-8">
            <IconButton
              icon="chevron-up"
              size="sm"
              iconSize={16}
              label={`Move ${column.label} up`}
              disabledReason={index === 0 ? 'Already first' : undefined}
              onClick={() => onMove(index, index - 1)}
            />
            <IconButton
              icon="chevron-down"
              size="sm"
              iconSize={16}
              label={`Move ${column.label} down`}
              disabledReason={index === columns.length - 1 ? 'Already last' : undefined}
              onClick={() => onMove(index, index + 1)}
            />
            <IconButton
              icon="close"
              size="sm"
              iconSize={16}
              label={`Leave out ${column.label}`}
              // Too small for touch; the list beside it does the same.
              className="pointer-coarse:hidden"
              disabledReason={columns.length === 1 ? 'Keep at least one column' : undefined}
              onClick={() => onRemove(column.key)}
            />
          </span>
        </li>
      ))}
    </ol>
  )
}

const useDrag = (onMove: (from: number, to: number) => void) => {
  const dragged = useRef<{ at: number; y: number; height: number } | null>(null)
  return (index: number) => ({
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      const height = event.currentTarget.closest('li')?.offsetHeight ?? 0
      if (height === 0 || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      dragged.current = { at: index, y: event.clientY, height }
    },
    onPointerMove: (event: PointerEvent<HTMLButtonElement>) => {
      if (dragged.current === null) return
      const { at, y, height } = dragged.current
      const rows = Math.round((event.clientY - y) / height)
      if (rows === 0) return
      onMove(at, at + rows)
      dragged.current = { at: Math.max(0, at + rows), y: y + rows * height, height }
    },
    onPointerUp: () => {
      dragged.current = null
    },
    onPointerCancel: () => {
      dragged.current = null
    },
  })
}
