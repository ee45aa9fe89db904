import { useEffect, useState, type FocusEvent, type PointerEvent } from 'react'
import { proxy, useSnapshot } from 'valtio'

type Shown = {
  text: string
  x: number
  top: number
  bottom: number
  /** Between which it stays. */
  left: number
  right: number
}
const store = proxy<{ shown: Shown | null }>({ shown: null })
const delay = 350
const overlay = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** Handlers that show `text` beside an element on hover and keyboard focus, not on touch, and within its pane (`data-pane`). The text must also be in the element's accessible name or description. */
export const tooltip = (text: string | undefined) => {
  if (text === undefined || text === '') return {}
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = (element: Element): void => {
    // The element may unmount without a pointerleave or blur event.
    if (!element.isConnected) return
    const box = element.getBoundingClientRect()
    const pane = element.closest('[data-pane]')?.getBoundingClientRect()
    store.shown = {
      text,
      x: box.left + box.width / 2,
      top: box.top,
      bottom: box.bottom,
      left: pane?.left ?? 0,
      right: pane?.right ?? innerWidth,
    }
  }
  const hide = (): void => {
    clearTimeout(timer)
    store.shown = null
  }
  return {
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return
      const element = event.currentTarget
      timer = setTimeout(() => show(element), delay)
    },
    onPointerLeave: hide,
    onPointerDown: hide,
    onFocus: (event: FocusEvent) => {
      const { currentTarget, relatedTarget: from } = event
      // A closed dialog or menu gives the focus back: the user did not go there to read its tooltip.
      const isMove =
        from instanceof Element && from.closest(overlay) === currentTarget.closest(overlay)
      if (isMove && currentTarget.matches(':focus-visible')) show(currentTarget)
    },
    onBlur: hide,
  }
}

/** Renders all tooltips; mounted once by the app. */
export const TooltipLayer = () => {
  const { shown } = useSnapshot(store)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const hide = (event: Event): void => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Escape') store.shown = null
    }
    addEventListener('scroll', hide, true)
    addEventListener('popstate', hide)
    // In the capture phase: an overlay that closes on Escape removes its buttons and stops the key.
    addEventListener('keydown', hide, true)
    return () => {
      removeEventListener('scroll', hide, true)
      removeEventListener('popstate', hide)
      removeEventListener('keydown', hide, true)
    }
  }, [])
  if (shown === null) return null
  const below = shown.top < 48
  const half = width / 2 + 8
  const x = Math.min(Math.max(shown.x, shown.left + half), shown.right - half)
  return (
    <div
      aria-hidden
      ref={(element) => setWidth(element?.offsetWidth ?? 0)}
      style={{
        left: x,
        top: below ? shown.bottom + 6 : shown.top - 6,
        transform: `translate(-50%, ${below ? '0' : '-100%'})`,
      }}
      className="pointer-events-none fixed z-60 w-max max-w-72 rounded-sm bg-ink px-2 py-1 text-12 text-paper shadow-overlay"
    >
      {shown.text}
    </div>
  )
}
