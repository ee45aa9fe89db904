import { formatTime, useMinute } from '../../ui/as-of.tsx'
import { Icon } from '../../ui/icon.tsx'
import { describeChange } from './copy.ts'
import type { Sent } from './unsettled.ts'

export const SentRow = ({ sent: { sent, about } }: { sent: Sent }) => {
  const now = useMinute()
  return (
    <li className="flex items-start gap-3 px-4 py-3 sm:px-5">
      <Icon name="check" size={18} className="mt-0.5 shrink-0 text-accent-strong" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {describeChange({ entry: sent.entry, about })}
      </span>
      <time
        dateTime={new Date(sent.at).toISOString()}
        className="tabular shrink-0 text-13 text-ink-soft"
      >
        {formatTime(sent.at, now)}
      </time>
    </li>
  )
}
