import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { Dialog } from '../ui/dialog.tsx'
import { quickSearch } from './quick-search-state.ts'
import { focusRow, rowsOf } from './rows.ts'
import { ShortcutList } from './shortcut-list.tsx'
import { acts, type Act } from './shortcuts.ts'

/** The shortcuts of every screen. They rest while the member types, and under an open dialog or menu. */
export const Keyboard = () => {
  const [, navigate] = useLocation()
  const [shown, setShown] = useState(false)
  const firstKey = useRef({ key: '', until: 0 })
  const run = (act: Act): void => {
    if (act.do === 'quick search') quickSearch.open = true
    else if (act.do === 'shortcuts') setShown(true)
    else if (act.do === 'go') navigate(act.to)
    else if (act.do === 'next row') moveBy(1)
    else if (act.do === 'previous row') moveBy(-1)
    else if (act.do === 'select row') press('input[type="checkbox"]')
    else press('button[aria-haspopup="menu"], button[aria-expanded]')
  }
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const { key, timeStamp } = event
    const { key: before, until } = firstKey.current
    firstKey.current = { key: '', until: 0 }
    const isCommand = key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)
    if (!isCommand && isElsewhere(event)) return
    const act = isCommand
      ? acts['/']
      : before !== '' && timeStamp < until
        ? acts[`${before} ${key}`]
        : acts[key]
    if (act === undefined && key === 'g') firstKey.current = { key, until: timeStamp + sequenceMs }
    if (act === undefined) return
    event.preventDefault()
    // The second key of a sequence may be a key of the screen too.
    event.stopPropagation()
    run(act)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event)
    addEventListener('keydown', listen, { capture: true })
    return () => removeEventListener('keydown', listen, { capture: true })
  }, [])
  return (
    <Dialog open={shown} onOpenChange={setShown} title="Keyboard shortcuts" size="sm">
      <ShortcutList />
    </Dialog>
  )
}

const sequenceMs = 1_500

const isElsewhere = ({ ctrlKey, metaKey, altKey, isComposing, target }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  isComposing ||
  (target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('textarea, select, input:not([type="checkbox"], [type="radio"])'))) ||
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null

const focusedRow = (): HTMLElement | null =>
  document.activeElement?.closest<HTMLElement>('main [data-row]') ?? null

const moveBy = (step: 1 | -1): void => {
  const rows = rowsOf()
  const focused = focusedRow()
  if (focused === null) {
    const inSight = rows.find((row) => row.getBoundingClientRect().top >= 0) ?? rows[0]
    if (inSight) focusRow(inSight)
    return
  }
  // A table that moves by arrows does the same for these keys.
  const key = step === 1 ? 'ArrowDown' : 'ArrowUp'
  const arrow = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  const isHandled = document.activeElement === focused && !focused.dispatchEvent(arrow)
  const next = rows[rows.indexOf(focused) + step]
  if (!isHandled && next) focusRow(next)
}

/** Presses a control of the focused row, or of the first row where none is focused. */
const press = (selector: string): void => {
  const row = focusedRow() ?? rowsOf()[0]
  row?.querySelector<HTMLElement>(selector)?.click()
}
