import type { ReactNode, RefObject } from 'react'
import { useOpenedOnce } from './opened-once.ts'
import { lazyComponent } from './lazy-component.tsx'
import { preload } from './preload.ts'

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The edge that it slides from; `full` covers a phone and is a drawer on the left from 640 px on. */
  side?: 'left' | 'right' | 'bottom' | 'full' | undefined
  actions?: ReactNode
  children: ReactNode
  footer?: ReactNode
  /** Takes the focus first; by default the first control of the content. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
}

const Body = lazyComponent(() => import('./sheet-body.tsx').then((m) => m.SheetBody))

export const preloadSheet = (): void => preload(() => import('./sheet-body.tsx'))

/** A panel over the page from one of its edges: traps the focus and returns it; Escape and a press outside close it. */
export const Sheet = (props: SheetProps) => (useOpenedOnce(props.open) ? <Body {...props} /> : null)
