import type { ReactNode } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { Icon } from '../../ui/icon.tsx'

export const Fold = ({
  title,
  count,
  children,
}: {
  title: string
  count: number
  children: ReactNode
}) => (
  <details className="group/fold @container border-b border-line last:border-b-0">
    <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 rounded-sm hover:bg-sunken [&::-webkit-details-marker]:hidden">
      <h2 className="text-14 font-semibold">{title}</h2>
      <span className="tabular flex-1 text-13 text-ink-faint">
        {count === 0 ? 'nothing known' : formatNumber(count)}
      </span>
      <Icon
        name="chevron-down"
        size={16}
        className="mr-1 text-ink-faint transition-transform group-open/fold:rotate-180"
      />
    </summary>
    <div className="pb-4">{children}</div>
  </details>
)
