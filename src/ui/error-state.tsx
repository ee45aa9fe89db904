import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

/** A failure: what happened, what is safe, what to do. `reference` is for support. */
export const ErrorState = ({
  title,
  heading: Heading = 'p',
  children,
  onRetry,
  retryLabel = 'Try again',
  action,
  reference,
  className,
}: {
  title: string
  /** The level of the title where it is the screen's heading. */
  heading?: 'p' | 'h1' | 'h2'
  children?: ReactNode
  onRetry?: (() => void) | undefined
  retryLabel?: string
  action?: ReactNode
  reference?: string | undefined
  className?: string | undefined
}) => (
  <div
    role="alert"
    className={cx(
      'mx-auto flex max-w-96 flex-col items-center gap-2 px-6 py-12 text-center',
      className,
    )}
  >
    <span className="mb-1 grid size-12 place-items-center rounded-full bg-danger-soft text-danger">
      <Icon name="warning" size={24} />
    </span>
    <Heading className="text-16 font-semibold">{title}</Heading>
    {children !== undefined && <div className="text-14 text-ink-soft">{children}</div>}
    {(onRetry !== undefined || action !== undefined) && (
      <div className="mt-3 flex gap-2">
        {onRetry !== undefined && <Button onClick={onRetry}>{retryLabel}</Button>}
        {action}
      </div>
    )}
    {reference !== undefined && (
      <p className="mt-2 text-12 text-ink-faint">Reference {reference}</p>
    )}
  </div>
)
