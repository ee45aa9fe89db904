import { useRef, type PointerEvent } from 'react'
import type { Column } from '../../../contract/records/columns.ts'
import { rem } from '../../lib/use-width.ts'
import { narrowest } from './columns.ts'

/** The resize handle of a column: dragged, or moved with the arrow keys; Home and a double press restore the default. */
export const ColumnWidth = ({
  column,
  standard,
  onWiden,
}: {
  column: Column & { width: number }
  standard: number
  onWiden: (widths: Readonly<Record<string, number>>) => void
}) => {
  const minWidth = narrowest(column)
  const clamped = (width: number): number => Math.min(maxWidth, Math.max(minWidth, width))
  const drawn = useRef<{ from: number; start: number; table: Table } | null>(null)
  const set = (element: Element, width: number): void => {
    const table = tableOf(element)
    // From now on the columns have fixed widths and do not share the rest.
    onWiden({ ...table?.widths, [column.key]: width })
  }
  const widthAt = (event: PointerEvent): number => {
    const { from = 0, start = 0 } = drawn.current ?? {}
    return clamped(start + (event.clientX - from) / rem())
  }
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${column.label}`}
      aria-valuenow={Math.round(column.width * 16)}
      aria-valuemin={minWidth * 16}
      aria-valuemax={maxWidth * 16}
      aria-valuetext={`${Math.round(column.width * 16)} pixels`}
      tabIndex={0}
      onDoubleClick={(event) => set(event.currentTarget, standard)}
      onKeyDown={(event) => {
        const { key, currentTarget } = event
        const now = tableOf(currentTarget)?.widths[column.key] ?? column.width
        const next =
          key === 'ArrowLeft'
            ? now - step
            : key === 'ArrowRight'
              ? now + step
              : key === 'Home'
                ? standard
                : undefined
        if (next === undefined) return
        event.preventDefault()
        set(currentTarget, clamped(next))
      }}
      onPointerDown={(event) => {
        const table = tableOf(event.currentTarget)
        if (table === undefined || event.button !== 0) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        const start = table.widths[column.key] ?? column.width
        drawn.current = { from: event.clientX, start, table }
        table.fix()
      }}
      onPointerMove={(event) => {
        drawn.current?.table.draw(column.key, widthAt(event))
      }}
      onPointerUp={(event) => {
        if (drawn.current === null) return
        onWiden({ ...drawn.current.table.widths, [column.key]: widthAt(event) })
        drawn.current = null
      }}
      className="absolute top-0 right-0 flex h-full w-2.5 cursor-col-resize touch-none justify-end outline-none after:my-2 after:w-px after:rounded-full after:bg-line hover:after:w-0.5 hover:after:bg-line-strong focus-visible:after:w-0.5 focus-visible:after:bg-accent pointer-coarse:w-6"
    />
  )
}

const step = 1
const maxWidth = 40

type Table = {
  widths: Record<string, number>
  fix: () => void
  /** Sets a width in the DOM: a hundred rows must not re-render for every pixel. */
  draw: (key: string, width: number) => void
}

const tableOf = (element: Element): Table | undefined => {
  const table = element.closest('table')
  if (table === null) return undefined
  const cols = [...table.querySelectorAll<HTMLElement>('col[data-column]')]
  const heads = [...table.querySelectorAll('th[data-column]')]
  const widths = Object.fromEntries(
    heads.flatMap((head) => {
      const { width } = head.getBoundingClientRect()
      const key = head.getAttribute('data-column')
      return key === null || width === 0 ? [] : [[key, width / rem()]]
    }),
  )
  const draw: Table['draw'] = (key, width) => {
    for (const col of cols) if (col.dataset['column'] === key) col.style.width = `${width}rem`
    const others = Object.entries(widths).filter(([other]) => other !== key)
    const sum = others.reduce((total, [, other]) => total + other, width)
    table.style.minWidth = `${sum + Number(table.dataset['around'] ?? 0)}rem`
  }
  return {
    widths,
    fix: () => {
      for (const [key, width] of Object.entries(widths)) draw(key, width)
      for (const rest of table.querySelectorAll<HTMLElement>('col[data-rest]'))
        rest.style.width = 'auto'
    },
    draw,
  }
}
