import { formatNumber } from '../lib/format.ts'
import { IconButton } from './button.tsx'

export const Pager = ({
  page,
  size,
  total,
  onPage,
}: {
  page: number
  size: number
  total: number
  onPage: (page: number) => void
}) => {
  const last = Math.max(0, Math.ceil(total / size) - 1)
  if (last === 0 && page === 0) return null
  const first = Math.min(page * size + 1, total)
  return (
    <nav
      aria-label="Pages"
      className="mt-2 flex items-center justify-end gap-3 text-13 text-ink-soft"
    >
      <span className="tabular" aria-live="polite">
        {formatNumber(first)}–{formatNumber(Math.min((page + 1) * size, total))} of{' '}
        {formatNumber(total)}
      </span>
      <PageButtons page={page} last={last} onPage={onPage} />
    </nav>
  )
}

export const PageButtons = ({
  page,
  last,
  endReason = 'This is the last page',
  onPage,
}: {
  page: number
  last: number
  endReason?: string | undefined
  onPage: (page: number) => void
}) => (
  <span className="flex">
    <IconButton
      icon="chevron-left"
      size="sm"
      label="Previous page"
      disabledReason={page === 0 ? 'This is the first page' : undefined}
      onClick={() => onPage(page - 1)}
    />
    <IconButton
      icon="chevron-right"
      size="sm"
      label="Next page"
      disabledReason={page >= last ? endReason : undefined}
      onClick={() => onPage(page + 1)}
    />
  </span>
)
