import type { ReactNode, RefObject } from 'react'
import { useOpenedOnce } from './opened-once.ts'
import { part } from './part.tsx'

export type PopoverProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The element it hangs on; a press on it is left to its own handler, and focus returns to it. */
  anchor: RefObject<HTMLElement | null>
  /** Its name for those who listen. */
  label: string
  children: ReactNode
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined
  align?: 'start' | 'center' | 'end' | undefined
  /** False leaves focus where it is: suggestions under a field. */
  takesFocus?: boolean | undefined
  className?: string | undefined
}

const Body = part(() => import('./popover-body.tsx').then((m) => m.PopoverBody))

/** Loads the code of popovers ahead of their first use. */
export const preloadPopover = (): void => void import('./popover-body.tsx')

/** A small panel beside what opened it; Escape and a press outside close it. */
export const Popover = (props: PopoverProps) =>
  useOpenedOnce(props.open) ? <Body {...props} /> : null
