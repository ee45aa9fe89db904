import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export const Card = ({ children, className }: { children: ReactNode; className?: string }) => (
  <div className={cx('rounded-md border border-line bg-card p-5', className)}>{children}</div>
)
