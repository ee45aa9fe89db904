import { isOver, type HistoryRow, type RequestStatus } from '../../../contract/money/downloads.ts'
import { formatNumber } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Progress } from '../../ui/progress.tsx'

/** The label of a request's status (spec 4). */
export const StatusChip = ({ row: { status, statusLabel } }: { row: HistoryRow }) => {
  const { icon, tone } = looks[status]
  return (
    <Badge tone={tone}>
      <Icon name={icon} size={13} />
      {statusLabel}
    </Badge>
  )
}

const done = { icon: 'check', tone: 'accent' } as const
const running = { icon: 'sync', tone: 'info' } as const
const looks: Record<
  RequestStatus,
  { icon: IconName; tone: 'accent' | 'info' | 'warn' | 'danger' }
> = {
  REQUEST_ACCEPTED: { icon: 'clock', tone: 'info' },
  CREDIT_VALIDATION_INPROGRESS: running,
  CREDIT_VALIDATION_COMPLETED: running,
  DOWNLOAD_FILE_GENERATED: done,
  REQUEST_COMPELETED: done,
  REQUEST_PARTIALLY_COMPLETED: { icon: 'warning', tone: 'warn' },
  INSUFFICIENT_CREDITS: { icon: 'credit', tone: 'warn' },
  REQUEST_FAILED: { icon: 'close', tone: 'danger' },
}

/** The progress of a running request; renders nothing after its end. */
export const RequestProgress = ({ row, wide = false }: { row: HistoryRow; wide?: boolean }) => {
  const { status, done, rows, name } = row
  if (isOver(status)) return null
  return (
    <span className={cx('flex flex-col gap-1', !wide && 'w-28')}>
      <Progress done={done} total={rows.requested} label={`Progress of ${name}`} wide={wide} />
      <span className="tabular text-12 text-ink-faint">
        {formatNumber(done)} of {formatNumber(rows.requested)}
      </span>
    </span>
  )
}
