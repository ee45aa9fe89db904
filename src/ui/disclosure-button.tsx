import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

export const DisclosureButton = ({
  label,
  open,
  controls,
  summary,
  onToggle,
}: {
  label: string
  open: boolean
  controls: string
  summary: ReactNode
  onToggle: () => void
}) => (
  <button
    type="button"
    aria-expanded={open}
    aria-controls={controls}
    onClick={onToggle}
    className="flex min-h-control w-full items-center gap-2 rounded-sm px-2 py-1.5 text-left hover:bg-sunken focus-visible:-outline-offset-2"
  >
    <span className="min-w-0 flex-1">
      <span className={cx('block text-14', (open || summary !== null) && 'font-medium')}>
        {label}
      </span>
      {!open && summary}
    </span>
    <Icon
      name="chevron-down"
      size={16}
      className={cx('text-ink-faint transition-transform', open && 'rotate-180')}
    />
  </button>
)
