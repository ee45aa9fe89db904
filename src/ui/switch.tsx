import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export const Switch = ({
  label,
  labelHidden = false,
  checked,
  onCheckedChange,
  hint,
  className,
}: {
  label: ReactNode
  labelHidden?: boolean
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  hint?: ReactNode
  className?: string
}) => (
  <label
    className={cx(
      'flex min-h-control cursor-pointer items-center justify-between gap-3 text-14',
      className,
    )}
  >
    <span className={labelHidden ? 'sr-only' : 'min-w-0'}>
      {label}
      {hint !== undefined && <span className="block text-12 text-ink-faint">{hint}</span>}
    </span>
    <span className="relative inline-flex shrink-0">
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        onChange={(event) => onCheckedChange(event.currentTarget.checked)}
        className="peer h-6 w-10 cursor-pointer appearance-none rounded-full border border-line-strong bg-sunken transition-colors checked:border-accent checked:bg-accent"
      />
      <span className="pointer-events-none absolute top-1 left-1 size-4 rounded-full bg-line-strong transition-transform peer-checked:translate-x-4 peer-checked:bg-accent-ink" />
    </span>
  </label>
)
