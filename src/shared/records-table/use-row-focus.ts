import { useEffect, useRef, useState, type RefObject } from 'react'
import { useKeys } from '../../lib/use-keys.ts'
import { tableKey } from './table-keys.ts'

/** The rows of a table by position; `show` scrolls to a row that is not rendered. */
export type RowFocus = {
  count: number
  start: number
  show?: ((index: number) => void) | undefined
  onSelect: (index: number) => void
  onOpen: (index: number) => void
  onMove?: ((index: number) => void) | undefined
}

/** A roving tab stop over the rows of a table body, with keys to move, select and open. */
export const useRowFocus = (
  body: RefObject<HTMLElement | null>,
  { count, start, show, onSelect, onOpen, onMove }: RowFocus,
) => {
  const [visited, setVisited] = useState<number | null>(null)
  const pending = useRef<number | null>(null)
  const at = Math.min(visited ?? Math.max(0, start), Math.max(0, count - 1))
  const focusRow = (index: number): boolean => {
    const row = body.current?.querySelector(`[data-index="${index}"]`)
    if (row instanceof HTMLElement) row.focus()
    return row !== null && row !== undefined
  }
  // A row far away renders after the scrolling.
  useEffect(() => {
    if (pending.current !== null && focusRow(pending.current)) pending.current = null
  })
  useKeys(body, (event) => {
    const done = tableKey(event, at, count)
    if (done === undefined || count === 0) return
    event.preventDefault()
    if (done === 'select') onSelect(at)
    else if (done === 'open') onOpen(at)
    else {
      pending.current = focusRow(done.move) ? null : done.move
      if (pending.current !== null) show?.(done.move)
      onMove?.(done.move)
    }
  })
  return { at, visit: setVisited }
}
