import { useRef } from 'react'
import { useKeys } from '../../../lib/use-keys.ts'

/** Up and down move between the checkboxes of a list of options; Tab works as usual. */
export const useArrowKeys = () => {
  const list = useRef<HTMLDivElement>(null)
  useKeys(list, (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const { target } = event
    if (!(target instanceof HTMLInputElement) || target.type !== 'checkbox') return
    const boxes = [...(list.current?.querySelectorAll<HTMLElement>('input[type="checkbox"]') ?? [])]
    const next = boxes[boxes.indexOf(target) + (event.key === 'ArrowDown' ? 1 : -1)]
    event.preventDefault()
    next?.focus()
  })
  return list
}
