import { useEffect, useState, type ReactNode } from 'react'
import { cx } from './cx.ts'

export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx('block h-3.5 animate-breathe rounded-sm bg-line', className)} />
)

/** Shows its children after `ms`, so that fast loads never flash a skeleton. */
export const Delayed = ({ ms = 150, children }: { ms?: number; children: ReactNode }) => {
  const [due, setDue] = useState(ms === 0)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return due ? children : null
}
