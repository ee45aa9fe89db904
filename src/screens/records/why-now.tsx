import { useId, useState } from 'react'
import { Link } from 'wouter'
import { recordLink } from '../../../contract/links.ts'
import type { CompanyView, PersonView } from '../../../contract/records/records.ts'
import type { Signal } from '../../../contract/signals/signals.ts'
import { formatDay } from '../../lib/format.ts'
import { SignalFacts } from '../../shared/signals/signal-facts.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { cx } from '../../ui/cx.ts'
import type { Change } from './changes.ts'
import { isPerson } from './queries.ts'
import { SourceLine } from './source-line.tsx'

const maxSignals = 3
const maxChanges = 4

export const WhyNow = ({
  record,
  signals,
  total,
  changes,
}: {
  record: CompanyView | PersonView
  signals: readonly Signal[]
  /** Of all signals, also those not loaded. */
  total: number
  changes: readonly Change[]
}) => {
  const shown = changes.slice(0, maxChanges)
  return (
    <Section
      title="Why now"
      aside={
        total > maxSignals && (
          <Link
            href={`${recordLink(isPerson(record) ? 'people' : 'company', record.id)}&tab=signals`}
            className="inline-flex min-h-control items-center text-13 font-medium text-accent-strong hover:underline pointer-fine:min-h-0"
          >
            All {total} signals
          </Link>
        )
      }
    >
      {signals.length > 0 && (
        <ul aria-label="What happened">
          {signals.slice(0, maxSignals).map((signal) => (
            <SignalLine key={signal.id} signal={signal} />
          ))}
        </ul>
      )}
      {shown.length > 0 && (
        <>
          <ul>
            {shown.map(({ text }) => (
              <li key={text} className="border-b border-line py-2 text-14 last:border-b-0">
                {text}
              </li>
            ))}
          </ul>
          <SourceLine record={record} facts={shown} />
        </>
      )}
      {signals.length === 0 && shown.length === 0 && (
        <p className="text-14 text-ink-faint">No recent changes</p>
      )}
    </Section>
  )
}

const SignalLine = ({ signal }: { signal: Signal }) => {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="-mx-2 flex w-[calc(100%+1rem)] items-start gap-3 rounded-sm px-2 py-2 text-left hover:bg-sunken"
      >
        <span className="min-w-0 flex-1">
          <span className="block text-14 font-medium wrap-anywhere">{signal.title}</span>
          <span className="block max-w-text text-13 text-ink-soft">{signal.why_now}</span>
        </span>
        <span className="tabular text-12 leading-5 whitespace-nowrap text-ink-faint">
          {formatDay(signal.event_date)}
        </span>
        <Icon
          name="chevron-down"
          size={16}
          className={cx('mt-0.5 text-ink-faint transition-transform', open && 'rotate-180')}
        />
      </button>
      <div id={id} hidden={!open} className="pt-1 pb-4">
        {open && <SignalFacts signal={signal} />}
      </div>
    </li>
  )
}
