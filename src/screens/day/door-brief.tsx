import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { localDayOf } from '../../../contract/core/days.ts'
import { links, recordLink } from '../../../contract/links.ts'
import { formatDay } from '../../lib/format.ts'
import { mapsLink } from '../../lib/maps.ts'
import { newTab } from '../../lib/new-tab.ts'
import { describeFit } from '../../shared/account-fit/copy.ts'
import { CallNumber } from '../../shared/credits/call-number.tsx'
import { describeCallStatus } from '../../shared/credits/call-status.ts'
import type { Day, DayStop } from '../../shared/day-plan/read-day.ts'
import { sayLast, sayPromise, useBrief, type ShownBrief } from '../../shared/day-plan/use-brief.ts'
import { callState, dncOf } from '../../shared/do-not-call/do-not-call.ts'
import { useStorageRefusal } from '../../shared/offline/read-failure.ts'
import type { ToCall } from '../../shared/account-fit/to-call.ts'
import { LogVisits } from '../../shared/visits/log-visits.tsx'
import type { Visited } from '../../shared/visits/visit-sheet.tsx'
import { AsOf, useMinute } from '../../ui/as-of.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'

/** What to know at the door of a stop, in type for an arm's length; what to press is at the bottom. */
export const DoorBrief = ({ plan, stop, day }: { plan: Day; stop: DayStop; day: string }) => {
  const { category, recordId, town, visit } = stop
  const [about, setAbout] = useState<Visited | null>(null)
  const brief = useBrief(stop)
  const name = stop.name ?? ''
  const next = plan.next === stop ? null : plan.next
  return (
    <div className="mx-auto flex w-full max-w-page flex-1 flex-col px-4 pt-2 sm:px-8 sm:pt-6">
      <Link href={links.day(day)} className={`${buttonClass('quiet')} -ml-3 self-start`}>
        <Icon name="arrow-left" size={18} />
        Plan of the day
      </Link>
      <h1 className="mt-1 text-26 font-semibold wrap-anywhere sm:text-34">{name}</h1>
      <p className="text-16 text-ink-soft">
        {[
          `Stop ${plan.stops.indexOf(stop) + 1} of ${plan.stops.length}`,
          ...(town === '' ? [] : [town]),
          ...(visit === null ? [] : ['Visited']),
        ].join(' · ')}
      </p>
      {brief && <Parts brief={brief} />}
      <p className="flex flex-wrap items-center gap-x-4 text-14 text-ink-faint">
        <Link
          href={recordLink(category, recordId)}
          className="inline-flex min-h-control items-center font-medium text-accent-strong hover:underline"
        >
          Open the full record
        </Link>
        {brief?.asOf != null && <AsOf at={brief.asOf} />}
      </p>
      <div className="sticky bottom-[calc(var(--spacing-bottombar)+env(safe-area-inset-bottom))] z-10 -mx-4 mt-auto flex flex-col pt-4 sm:bottom-0 sm:mx-0">
        <LogVisits about={about} onAbout={setAbout} />
        <Bar
          stop={stop}
          next={next}
          day={day}
          onLog={() => setAbout({ category, recordId, name })}
        />
      </div>
    </div>
  )
}

const big = 'h-14! flex-1 text-16!'

const Bar = ({
  stop: { name, spot, visit },
  next,
  day,
  onLog,
}: {
  stop: DayStop
  next: DayStop | null
  day: string
  onLog: () => void
}) => {
  const refusal = useStorageRefusal()
  const way = spot === null ? null : mapsLink(spot.location, name ?? '')
  const isToday = day === localDayOf(useMinute())
  return (
    <p className="flex gap-2 border-t border-line bg-card px-4 py-2 sm:rounded-md sm:border">
      {way !== null && visit === null && (
        <a href={way} className={cx(buttonClass(), big)} {...newTab(way)}>
          <Icon name="directions" size={20} />
          Directions
        </a>
      )}
      {isToday && visit === null && (
        <Button
          variant="primary"
          icon="visit"
          className={big}
          disabledReason={refusal}
          onClick={onLog}
        >
          Log visit
        </Button>
      )}
      {visit !== null && next !== null && (
        <Link
          href={links.dayStop(next.recordId, day)}
          className={cx(buttonClass('primary'), big, 'min-w-0')}
        >
          <span className="truncate">Next: {next.name}</span>
          <Icon name="arrow-right" size={20} />
        </Link>
      )}
    </p>
  )
}

const maxNews = 3

const Parts = ({ brief: { signals, last, promises, toAsk, fit } }: { brief: ShownBrief }) => {
  const now = useMinute()
  const today = localDayOf(now)
  const news = signals?.slice(0, maxNews)
  return (
    <dl className="mt-4 gap-x-8 text-20 wrap-anywhere lg:columns-2">
      <Part term="Ask for">
        {toAsk.length === 0
          ? 'No contacts on this device.'
          : toAsk.map((each) => <Contact key={each.person.id} {...each} now={now} />)}
      </Part>
      <Part term="Last time">{last === null ? 'No visit yet.' : sayLast(last, now)}</Part>
      {promises.length > 0 && (
        <Part term="You promised">
          {promises.map((promise) => (
            <span key={promise.id} className="block">
              {sayPromise(promise, today)}
            </span>
          ))}
        </Part>
      )}
      <Part term="What’s new">
        {news === undefined
          ? 'No signals on this device yet.'
          : news.length === 0
            ? 'Nothing in the last 90 days.'
            : news.map(({ id, title, event_date: at }) => (
                <span key={id} className="mb-2 block last:mb-0">
                  {title}
                  <span className="block text-16 text-ink-soft">{formatDay(at)}</span>
                </span>
              ))}
      </Part>
      {fit !== null && (
        <Part term="Fit">
          {fit.score} of 100
          <span className="block text-16 text-ink-soft">{describeFit(fit)}</span>
        </Part>
      )}
    </dl>
  )
}

const Part = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="mb-5 break-inside-avoid">
    <dt className="text-14 font-medium text-ink-soft">{term}</dt>
    <dd>{children}</dd>
  </div>
)

const tones = { listed: 'text-danger font-medium', due: 'text-warn', clear: 'text-ink-soft' }

const Contact = ({ person, as, now }: ToCall & { now: number }) => {
  const dnc = dncOf(person)
  const number = person.mobile?.value ?? person.direct_phone?.value
  return (
    <span className="mb-2 flex items-center gap-3 last:mb-0">
      <span className="min-w-0 flex-1">
        <span className="font-semibold">{person.name}</span>
        <span className="block text-16 text-ink-soft">
          {[person.position, ...(as === null ? [] : [as])].join(' · ')}
        </span>
        {!person.mobile && !person.direct_phone && (
          <span className="block text-16 text-ink-soft">No number known</span>
        )}
        {dnc && (
          <span className={cx('block text-16', tones[callState(dnc, now)])}>
            {describeCallStatus(dnc, now)}
          </span>
        )}
      </span>
      {number !== undefined && (
        <CallNumber
          name={person.name}
          number={number}
          dnc={dnc}
          renderLink={(address) => (
            <a
              href={address}
              aria-label={`Call ${person.name}`}
              className={cx(buttonClass(), 'h-14! text-16!')}
            >
              <Icon name="phone" size={20} />
              Call
            </a>
          )}
          renderButton={({ why, onPress }) => (
            <Button
              icon="phone"
              className="h-14! text-16!"
              aria-haspopup="dialog"
              aria-label={`Call ${person.name}, ${why}`}
              onClick={onPress}
            >
              Call
            </Button>
          )}
        />
      )}
    </span>
  )
}
