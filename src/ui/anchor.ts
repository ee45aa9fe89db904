import type { RefObject } from 'react'

/** Whether an overlay closes because of a press on its anchor, whose own handler decides then. */
export const concernsAnchor = (
  details: { event: Event },
  anchor: RefObject<HTMLElement | null>,
): boolean => {
  const { target, type } = details.event
  return type !== 'keydown' && target instanceof Node && anchor.current?.contains(target) === true
}
