import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react'

/** How far a finger moves before it swipes, and before the swipe acts, in px. */
const slop = 10
const actsAfter = 84
/** The browser's own swipes start at the edges of the window. */
const edge = 24
const holdMs = 500

type Gestures = {
  onRight: (() => void) | null
  onLeft: (() => void) | null
  onHold: () => void
}

/** Handlers for an element that follows a finger sideways and acts when it is released far enough; scrolling stays the browser's (`touch-pan-y`). */
export const useSwipe = <Target extends HTMLElement>({ onRight, onLeft, onHold }: Gestures) => {
  const target = useRef<Target>(null)
  const gesture = useRef<{ id: number; x: number; y: number; moved: number } | null>(null)
  const hold = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The click that ends a gesture opens nothing. */
  const swallows = useRef(false)
  useEffect(() => () => clearTimeout(hold.current), [])
  const move = (to: number): void => {
    const { current } = target
    if (current === null) return
    current.style.transitionProperty = to === 0 ? '' : 'none'
    current.style.transform = to === 0 ? '' : `translateX(${to}px)`
  }
  const end = (): void => {
    clearTimeout(hold.current)
    gesture.current = null
    move(0)
  }
  return {
    ref: target,
    onPointerDown: (event: PointerEvent): void => {
      swallows.current = false
      const { clientX, clientY, pointerId, pointerType } = event
      const atEdge = clientX < edge || clientX > innerWidth - edge
      if (pointerType !== 'touch' || !event.isPrimary || atEdge) return
      gesture.current = { id: pointerId, x: clientX, y: clientY, moved: 0 }
      hold.current = setTimeout(() => {
        end()
        swallows.current = true
        onHold()
      }, holdMs)
    },
    onPointerMove: (event: PointerEvent): void => {
      const { current } = gesture
      if (current === null || event.pointerId !== current.id) return
      const across = event.clientX - current.x
      const far = Math.max(Math.abs(across), Math.abs(event.clientY - current.y))
      if (far > slop) clearTimeout(hold.current)
      if (!swallows.current && Math.abs(across) <= slop) return
      swallows.current = true
      current.moved = (across > 0 ? onRight : onLeft) === null ? 0 : across
      move(current.moved)
    },
    onPointerUp: (event: PointerEvent): void => {
      const { current } = gesture
      if (current === null || event.pointerId !== current.id) return
      end()
      if (current.moved >= actsAfter) onRight?.()
      else if (current.moved <= -actsAfter) onLeft?.()
    },
    // The browser took the finger to scroll.
    onPointerCancel: end,
    onClickCapture: (event: MouseEvent): void => {
      // A press of a key and a click by the code below are no part of a gesture.
      if (!swallows.current || !event.isTrusted || event.detail === 0) return
      event.preventDefault()
      event.stopPropagation()
    },
    onContextMenu: (event: MouseEvent): void => {
      if (swallows.current || gesture.current !== null) event.preventDefault()
    },
  }
}
