import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export const Badge = ({
  tone = 'plain',
  children,
  className,
}: {
  tone?: 'plain' | 'accent' | 'warn' | 'danger' | 'info'
  children: ReactNode
  className?: string | undefined
}) => (
  <span
    className={cx(
      'tabular inline-flex h-5 items-center gap-1 rounded-full px-2 text-12 font-medium whitespace-nowrap',
      tones[tone],
      className,
    )}
  >
    {children}
  </span>
)

const tones = {
  plain: 'bg-sunken text-ink-soft',
  accent: 'bg-accent-soft text-accent-strong',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
} as const
