import { useId, useState } from 'react'
import type { Signal } from '../../../contract/signals/signals.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { cx } from '../../ui/cx.ts'
import { formatDay, formatPercent } from '../../lib/format.ts'
import { SignalFacts } from './signal-facts.tsx'
import { formatDaysAgo, typeName } from './copy.ts'

export const SignalItem = ({ signal, today }: { signal: Signal; today: string }) => {
  const [open, setOpen] = useState(false)
  const id = useId()
  const { title, why_now: why, event_date: day, slug, confidence } = signal
  return (
    <li className="@container border-b border-line last:border-b-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="-mx-2 grid w-[calc(100%+1rem)] grid-cols-[minmax(0,1fr)_auto] gap-x-3 rounded-sm px-2 py-2.5 text-left hover:bg-sunken"
      >
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2 text-13 text-ink-faint">
            <Badge>{typeName(slug)}</Badge>
            <span className="tabular">
              {formatDaysAgo(day, today)}, {formatDay(day)}, {formatPercent(confidence)} confidence
            </span>
          </span>
          <span className="mt-0.5 block text-14 font-medium wrap-anywhere">{title}</span>
          <span className="block max-w-text text-14 text-ink-soft">{why}</span>
        </span>
        <Icon
          name="chevron-down"
          size={16}
          className={cx('mt-1 text-ink-faint transition-transform', open && 'rotate-180')}
        />
      </button>
      <div id={id} hidden={!open} className="pt-1 pb-4">
        {open && <SignalFacts signal={signal} />}
      </div>
    </li>
  )
}
