import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Drawing, type DrawingName } from './drawing.tsx'

export const EmptyState = ({
  drawing = 'search',
  title,
  heading: Heading = 'p',
  children,
  action,
  className,
}: {
  drawing?: DrawingName
  title: string
  /** The level of the title where it is the screen's heading. */
  heading?: 'p' | 'h1' | 'h2'
  children?: ReactNode
  action?: ReactNode
  className?: string | undefined
}) => (
  <div
    className={cx(
      'mx-auto flex max-w-96 flex-col items-center gap-2 px-6 py-10 text-center',
      className,
    )}
  >
    <Drawing name={drawing} />
    <Heading className="text-16 font-semibold">{title}</Heading>
    {children !== undefined && <div className="text-14 text-ink-soft">{children}</div>}
    {action !== undefined && <div className="mt-3">{action}</div>}
  </div>
)
