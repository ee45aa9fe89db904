import type { ReactNode, RefObject } from 'react'
import { useOpenedOnce } from './opened-once.ts'
import { lazyComponent } from './lazy-component.tsx'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  titleHidden?: boolean | undefined
  description?: ReactNode
  children?: ReactNode
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg' | undefined
  /** Near the top for fields to type into; by default in the middle. */
  position?: 'top' | 'middle' | undefined
  /** Takes the focus first; by default the first field, or the main button. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
}

const Body = lazyComponent(() => import('./dialog-body.tsx').then((m) => m.DialogBody))

/** A question or a small form over the page, on a phone a sheet at the bottom: traps the focus and returns it; Escape and a press outside close it. */
export const Dialog = (props: DialogProps) =>
  useOpenedOnce(props.open) ? <Body {...props} /> : null
