import { Link } from 'wouter'
import { localDayOf } from '../../../contract/core/days.ts'
import { links, recordLink } from '../../../contract/links.ts'
import { mapsLink } from '../../lib/maps.ts'
import { newTab } from '../../lib/new-tab.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { Visited } from '../visits/visit-sheet.tsx'
import type { Day, DayStop } from './read-day.ts'
import { sayLast, sayPerson, sayPromise, useBrief } from './use-brief.ts'

/** The next stop of a day: why to go, what was last said, the person to ask for, Log visit and Directions. */
export const NextStop = ({ day, onLog }: { day: Day; onLog: (about: Visited) => void }) => {
  const { next, stops } = day
  if (next === null) return <AllVisited count={stops.length} />
  const { recordId, category, town, spot } = next
  const name = next.name ?? ''
  return (
    <article
      aria-label="Next stop"
      className="mt-2 flex flex-col gap-3 rounded-md border border-line bg-card p-4"
    >
      <div>
        <p className="text-13 text-ink-soft">
          Next stop, {stops.indexOf(next) + 1} of {stops.length}
        </p>
        <Link
          href={recordLink(category, recordId)}
          className="text-20 font-semibold wrap-anywhere hover:underline"
        >
          {name}
        </Link>
        {town !== '' && <p className="text-14 text-ink-soft">{town}</p>}
      </div>
      <BriefOf stop={next} />
      <p className="flex flex-wrap gap-2 *:flex-1 sm:*:flex-none">
        <Button variant="primary" icon="visit" onClick={() => onLog({ category, recordId, name })}>
          Log visit
        </Button>
        {spot !== null && (
          <a
            href={mapsLink(spot.location, name)}
            className={buttonClass()}
            {...newTab(mapsLink(spot.location, name))}
          >
            <Icon name="directions" size={18} />
            Directions
          </a>
        )}
        <Link href={links.dayStop(recordId, day.plan.value.day)} className={buttonClass()}>
          Brief
        </Link>
      </p>
    </article>
  )
}

const AllVisited = ({ count }: { count: number }) => (
  <p className="mt-2 flex items-center gap-3 rounded-md border border-line bg-card px-4 py-3 text-14">
    <Icon name="check" size={18} className="text-accent" />
    {count === 1 ? 'Your only stop is visited.' : `All ${count} stops are done.`}
  </p>
)

const BriefOf = ({ stop }: { stop: DayStop }) => {
  const now = useMinute()
  const brief = useBrief(stop)
  if (brief === undefined) return null
  const { last } = brief
  const [signal] = brief.signals ?? []
  const [promise] = brief.promises
  const [toAsk] = brief.toAsk
  if (!signal && last === null && !promise && !toAsk) return null
  return (
    <dl className="flex flex-col gap-2 text-16">
      {signal && <Reason icon="signal" term="Why now" text={signal.title} />}
      {last !== null && <Reason icon="history" term="Last time" text={sayLast(last, now)} />}
      {promise && (
        <Reason icon="calendar" term="You promised" text={sayPromise(promise, localDayOf(now))} />
      )}
      {toAsk && <Reason icon="person" term="Ask for" text={sayPerson(toAsk.person)} />}
    </dl>
  )
}

const Reason = ({ icon, term, text }: { icon: IconName; term: string; text: string }) => (
  <div className="flex gap-2">
    <Icon name={icon} size={18} className="mt-0.5 shrink-0 text-ink-faint" />
    <div className="min-w-0">
      <dt className="text-13 text-ink-faint">{term}</dt>
      <dd className="line-clamp-3 wrap-anywhere">{text}</dd>
    </div>
  </div>
)
