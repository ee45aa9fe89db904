import type { ReactNode, RefObject } from 'react'
import { useOpenedOnce } from './opened-once.ts'
import { part } from './part.tsx'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The title is read aloud but not shown. */
  titleHidden?: boolean | undefined
  description?: ReactNode
  children?: ReactNode
  /** Buttons, the main one last. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg' | undefined
  /** Near the top of the window, for things one types into; otherwise in the middle. */
  position?: 'top' | 'middle' | undefined
  initialFocus?: RefObject<HTMLElement | null> | undefined
}

const Body = part(() => import('./dialog-body.tsx').then((m) => m.DialogBody))

/** A question or a small form over the page: focus stays inside, Escape and a press outside close it, focus returns. */
export const Dialog = (props: DialogProps) =>
  useOpenedOnce(props.open) ? <Body {...props} /> : null
