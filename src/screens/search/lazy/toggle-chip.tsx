import type { ReactNode } from 'react'
import { cx } from '../../../ui/cx.ts'

/** Turns a filter on and off beside the results. */
export const ToggleChip = ({
  label,
  title,
  isOn,
  onToggle,
}: {
  label: ReactNode
  title: string
  isOn: boolean
  onToggle: () => void
}) => (
  <button
    type="button"
    aria-pressed={isOn}
    title={title}
    onClick={onToggle}
    className={cx(
      'relative inline-flex h-9 shrink-0 items-center rounded-full border px-3 text-13 font-medium pointer-fine:h-7',
      // 44 px high for fingers.
      'after:absolute after:inset-x-0 after:-inset-y-[5px] pointer-fine:after:hidden',
      isOn
        ? 'border-transparent bg-accent-soft text-accent-strong'
        : 'border-line bg-card text-ink-soft hover:text-ink',
    )}
  >
    {label}
  </button>
)
