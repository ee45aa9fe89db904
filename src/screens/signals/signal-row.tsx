import { useId, type ReactNode } from 'react'
import { Link } from 'wouter'
import { recordLink } from '../../../contract/links.ts'
import type { Signal } from '../../../contract/signals/signals.ts'
import { surgeBandOf } from '../../../contract/signals/signal-filters.ts'
import { formatDay, formatPercent } from '../../lib/format.ts'
import { SignalFacts } from '../../shared/signals/signal-facts.tsx'
import { formatDaysAgo, formatLocality, typeName } from '../../shared/signals/copy.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'

/** A signal in a list: what, who, where, why now, when and how certain; a press shows all of it. */
export const SignalRow = ({
  signal,
  today,
  open,
  onOpen,
  onDismiss,
  actions,
}: {
  signal: Signal
  today: string
  open: boolean
  onOpen: (open: boolean) => void
  onDismiss: () => void
  actions: ReactNode
}) => {
  const id = useId()
  const { title, why_now: why, event_date: day, seen, confidence } = signal
  return (
    <li
      data-signal={signal.id}
      data-row
      className={cx(
        '@container relative rounded-md border bg-card transition-colors',
        open ? 'border-line-strong' : 'border-line hover:border-line-strong',
      )}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-1 py-3 pr-1.5 pl-4 sm:gap-x-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-ink-soft">
            {!seen && (
              <>
                <span aria-hidden className="size-2 shrink-0 rounded-full bg-accent" />
                <span className="sr-only">New. </span>
              </>
            )}
            <Badge tone={seen ? 'plain' : 'accent'}>{typeName(signal.slug)}</Badge>
            <Surge rating={signal.surge_rating} />
            {/* Date and confidence wrap together. */}
            <span className="tabular inline-flex flex-wrap gap-x-2 text-ink-faint">
              <span>
                {formatDaysAgo(day, today)}, {formatDay(day)}
              </span>
              <span>
                <span className="font-medium text-ink-soft">{formatPercent(confidence)}</span>{' '}
                confidence
              </span>
            </span>
          </p>
          <h3 className="mt-1">
            <button
              type="button"
              aria-expanded={open}
              aria-controls={id}
              onClick={() => onOpen(!open)}
              className="text-left text-16 font-semibold wrap-anywhere after:absolute after:inset-x-0 after:top-0 after:h-full after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent"
            >
              {title}
            </button>
          </h3>
          <About signal={signal} />
          <p className="mt-1 max-w-text text-14 text-ink-soft">{why}</p>
        </div>
        <IconButton
          icon="close"
          size="sm"
          label={`Dismiss “${title}”`}
          className="relative z-1"
          onClick={onDismiss}
        />
      </div>
      <div id={id} hidden={!open} className="relative z-1 border-t border-line px-4 pt-4 pb-3">
        {open && (
          <>
            <SignalFacts signal={signal} />
            <div className="mt-4 flex flex-wrap gap-2">{actions}</div>
          </>
        )}
      </div>
    </li>
  )
}

const Surge = ({ rating }: { rating: number | undefined }) => {
  const band = rating === undefined ? undefined : surgeBandOf(rating)
  return band ? (
    <Badge tone="info">
      {band.label}, {rating}
    </Badge>
  ) : null
}

/** The company or person of a signal, and its location. */
const About = ({ signal: { person, company, location, position } }: { signal: Signal }) => {
  const locationText = formatLocality(location)
  const role = person?.title ?? position
  return (
    <p className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-14">
      {person && (
        <>
          <Named category="people" {...person} />
          {role !== undefined && <span className="text-ink-faint">{role}</span>}
        </>
      )}
      {person && company && <span className="text-ink-faint">at</span>}
      {company && <Named category="company" {...company} />}
      {locationText !== undefined && (
        <span className="inline-flex items-center gap-0.5 text-ink-faint">
          <Icon name="map-pin" size={14} />
          {locationText}
        </span>
      )}
    </p>
  )
}

const Named = ({
  category,
  id,
  name,
}: {
  category: 'company' | 'people'
  id: string
  name: string
}) => (
  <Link
    href={recordLink(category, id)}
    className="relative z-1 -my-2 inline-flex min-h-control items-center font-medium wrap-anywhere text-accent-strong hover:underline pointer-fine:my-0 pointer-fine:min-h-0"
  >
    {name}
  </Link>
)

/** In place of a dismissed signal, with undo. */
export const DismissedRow = ({ signal, onUndo }: { signal: Signal; onUndo: () => void }) => (
  <li className="flex items-center gap-2 rounded-md border border-dashed border-line py-1 pr-1 pl-4">
    <p role="status" className="min-w-0 flex-1 truncate text-14 text-ink-soft">
      Dismissed: {signal.title}
    </p>
    <Button size="sm" variant="quiet" icon="undo" onClick={onUndo}>
      Undo
    </Button>
  </li>
)
