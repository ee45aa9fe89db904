import type { ReactNode, RefObject } from 'react'
import { useOpenedOnce } from './opened-once.ts'
import { part } from './part.tsx'

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** Where it comes from; `full` covers a phone and is a drawer on the left from 640 px on. */
  side?: 'left' | 'right' | 'bottom' | 'full' | undefined
  /** Beside the title: a reset, a count. */
  actions?: ReactNode
  children: ReactNode
  /** Stays at the bottom, above the thumb: the one action. */
  footer?: ReactNode
  /** What has the focus at first; the way out of it, where nothing is named. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
}

const Body = part(() => import('./sheet-body.tsx').then((m) => m.SheetBody))

/** Loads the code of sheets ahead of their first use. */
export const preloadSheet = (): void => void import('./sheet-body.tsx')

/** A panel over the page from one of its edges: focus stays inside, Escape and a press outside close it, focus returns. */
export const Sheet = (props: SheetProps) => (useOpenedOnce(props.open) ? <Body {...props} /> : null)
