import { useId, type ReactNode } from 'react'
import { Link } from 'wouter'
import { recordLink } from '../../../contract/links.ts'
import type { Signal } from '../../../contract/signals/signals.ts'
import { surgeBandOf } from '../../../contract/signals/signal-filters.ts'
import { SignalFacts } from '../../shared/signals/signal-facts.tsx'
import { formatDaysAgo, typeName } from '../../shared/signals/copy.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'

/** A signal of a company: one fact, one hint and its day; a press shows the rest. */
export const SignalRow = ({
  signal,
  hint,
  today,
  open,
  onOpen,
  onDismiss,
  actions,
}: {
  signal: Signal
  /** Empty where another signal on the screen says the same. */
  hint: string
  today: string
  open: boolean
  onOpen: (open: boolean) => void
  onDismiss: () => void
  actions: ReactNode
}) => {
  const id = useId()
  const { title, event_date: day, seen } = signal
  return (
    <li
      data-signal={signal.id}
      data-row
      className={cx('relative border-t border-line transition-colors', open && 'bg-sunken')}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-1 py-2 pr-1.5 pl-4 sm:gap-x-3">
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
            <time dateTime={day} className="text-ink-faint">
              {formatDaysAgo(day, today)}
            </time>
          </p>
          <h4 className="mt-0.5">
            <button
              type="button"
              aria-expanded={open}
              aria-controls={id}
              onClick={() => onOpen(!open)}
              className="text-left text-14 font-medium wrap-anywhere after:absolute after:inset-x-0 after:top-0 after:h-full focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              {title}
            </button>
          </h4>
          {signal.person && <Named person={signal.person} />}
          {hint !== '' && <p className="max-w-text text-14 text-ink-soft">{hint}</p>}
        </div>
        <IconButton
          icon="close"
          size="sm"
          label={`Dismiss “${title}”`}
          className="relative z-1"
          onClick={onDismiss}
        />
      </div>
      <div id={id} hidden={!open} className="relative z-1 px-4 pt-2 pb-3">
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

const Named = ({ person: { id, name, title } }: { person: NonNullable<Signal['person']> }) => (
  <p className="flex flex-wrap items-center gap-x-1.5 text-14">
    <Link
      href={recordLink('people', id)}
      className="relative z-1 -my-2 inline-flex min-h-control items-center font-medium wrap-anywhere text-accent-strong hover:underline pointer-fine:my-0 pointer-fine:min-h-0"
    >
      {name}
    </Link>
    {title !== undefined && <span className="text-ink-faint">{title}</span>}
  </p>
)

export const DismissedRow = ({ signal, onUndo }: { signal: Signal; onUndo: () => void }) => (
  <li className="flex items-center gap-2 border-t border-dashed border-line py-1 pr-1 pl-4">
    <p role="status" className="min-w-0 flex-1 truncate text-14 text-ink-soft">
      Dismissed: {signal.title}
    </p>
    <Button size="sm" variant="quiet" icon="undo" onClick={onUndo}>
      Undo
    </Button>
  </li>
)
