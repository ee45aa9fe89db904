import type { ReactNode, RefObject } from 'react'
import { useOpenedOnce } from './opened-once.ts'
import { lazyComponent } from './lazy-component.tsx'
import { preload } from './preload.ts'

export type PopoverProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The element beside the panel; its own handler decides on presses, and the focus returns to it. */
  anchor: RefObject<HTMLElement | null>
  label: string
  children: ReactNode
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined
  align?: 'start' | 'center' | 'end' | undefined
  /** False leaves the focus in place: suggestions below a field. */
  takesFocus?: boolean | undefined
  className?: string | undefined
}

const Body = lazyComponent(() => import('./popover-body.tsx').then((m) => m.PopoverBody))

export const preloadPopover = (): void => preload(() => import('./popover-body.tsx'))

/** A small panel beside its anchor; Escape and a press outside close it. */
export const Popover = (props: PopoverProps) =>
  useOpenedOnce(props.open) ? <Body {...props} /> : null
