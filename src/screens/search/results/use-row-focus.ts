import { useState, type RefObject } from 'react'
import { lastOpened } from '../panel-state.ts'
import { toggleRow, type Page, type Selection } from '../selection.ts'
import { useKeys } from '../use-keys.ts'
import { tableKey } from './table-keys.ts'

/** A roving tab stop: the row last visited or opened, otherwise the first. */
export const useRowFocus = (
  body: RefObject<HTMLElement | null>,
  page: Page,
  selection: Selection,
  on: { open: (id: string) => void; move: (id: string) => void },
) => {
  const { records } = page
  const { category } = selection
  const [visited, setVisited] = useState<string | null>(lastOpened[category])
  const at = Math.max(
    0,
    records.findIndex((record) => record.id === visited),
  )
  useKeys(body, (event) => {
    const done = tableKey(event, at, records.length)
    const record = records[at]
    if (done === undefined || record === undefined) return
    event.preventDefault()
    if (done === 'select') toggleRow(selection, record, page)
    else if (done === 'open') on.open(record.id)
    else {
      const next = body.current?.children[done.move]
      if (next instanceof HTMLElement) next.focus()
      const reached = records[done.move]
      if (reached) on.move(reached.id)
    }
  })
  return { at, visit: (index: number): void => setVisited(records[index]?.id ?? null) }
}
