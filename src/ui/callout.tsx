import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon, type IconName } from './icon.tsx'

export const Callout = ({
  icon,
  tone = 'plain',
  role = 'status',
  children,
  actions,
}: {
  icon: IconName
  tone?: 'plain' | 'warn' | 'danger'
  role?: 'status' | 'alert'
  children: ReactNode
  actions?: ReactNode
}) => (
  <div
    role={role}
    className={cx(
      'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-sm p-3 text-14',
      tones[tone],
    )}
  >
    <span className="flex min-w-0 flex-1 basis-64 gap-2.5">
      <Icon name={icon} size={18} className="mt-px shrink-0" />
      <span className="max-w-text">{children}</span>
    </span>
    {actions !== undefined && <span className="flex flex-wrap gap-2">{actions}</span>}
  </div>
)

const tones = {
  plain: 'bg-sunken text-ink-soft',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
} as const
