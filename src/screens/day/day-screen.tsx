import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { addDays, localDayOf } from '../../../contract/core/days.ts'
import { links } from '../../../contract/links.ts'
import { maxStops } from '../../../contract/saved-work/day-plan-id.ts'
import { NextStop } from '../../shared/day-plan/next-stop.tsx'
import { pointOf, readEnds } from '../../shared/day-plan/ends.ts'
import { readDay } from '../../shared/day-plan/read-day.ts'
import { useFetchedStops } from '../../shared/day-plan/use-fetched-stops.ts'
import { useLive } from '../../shared/offline/device.tsx'
import { ViewToggle } from '../../shared/map/view-toggle.tsx'
import { adviceOn, useReadFailure, useStorageRefusal } from '../../shared/offline/read-failure.ts'
import { usePosition } from '../../shared/position/position.ts'
import { ChangedBar } from '../../shared/visits/changed-bar.tsx'
import { formatWeekday } from '../../shared/visits/due.ts'
import { LogVisits } from '../../shared/visits/log-visits.tsx'
import type { Visited } from '../../shared/visits/visit-sheet.tsx'
import { useMinute } from '../../ui/as-of.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Page } from '../../ui/page.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { AddStops } from './add-stops.tsx'
import { DayMap } from './day-map.tsx'
import { DoorBrief } from './door-brief.tsx'
import { Ends } from './ends-fields.tsx'
import { sayLength } from './length.ts'
import { StopRow } from './stop-row.tsx'
import { useDayActions } from './use-day-actions.ts'
import { useHandedStops } from './use-handed-stops.ts'

/** The plan of a day: its stops, their order and where it starts and ends; or the brief for one stop. */
export const DayScreen = () => {
  const today = localDayOf(useMinute())
  const query = new URLSearchParams(useSearch())
  const [, navigate] = useLocation()
  const chosen = query.get('on')
  const day = chosen !== null && /^20\d\d-\d\d-\d\d$/.test(chosen) ? chosen : today
  const stop = query.get('stop')
  if (stop !== null) return <StopOfDay key={stop} id={stop} day={day} />
  return (
    <Page
      title="Plan of the day"
      lead="Works without a connection. Where you start and end stays on this device."
      actions={
        <SelectField
          label="Day"
          labelHidden
          className="w-48"
          options={daysFrom(today, day)}
          value={day}
          onValueChange={(on) =>
            navigate(dayLink(on, query.get('view') === 'map'), { replace: true })
          }
        />
      }
    >
      <PlanOfDay
        key={day}
        day={day}
        today={today}
        list={query.get('list')}
        isMap={query.get('view') === 'map'}
      />
    </Page>
  )
}

const StopOfDay = ({ id, day }: { id: string; day: string }) => {
  const position = usePosition()
  const plan = useLive((device) => readDay(device, day, position), [day, position])
  useFetchedStops(plan ?? null)
  if (plan === undefined) return <Loading answer={plan} />
  const stop = plan?.stops.find(({ recordId, name }) => recordId === id && name !== null)
  if (plan === null || stop === undefined)
    return (
      <Page title="Plan of the day">
        <EmptyState
          drawing="blank"
          heading="h2"
          title="This stop is off the plan"
          action={
            <Link href={links.day(day)} className={buttonClass()}>
              Open the plan
            </Link>
          }
        >
          It was moved to another day, or removed.
        </EmptyState>
      </Page>
    )
  return <DoorBrief plan={plan} stop={stop} day={day} />
}

const Loading = ({ answer }: { answer: unknown }) => {
  const unread = useReadFailure(answer)
  return unread === null ? (
    <Delayed>
      <Skeleton className="h-40 w-full rounded-md" />
    </Delayed>
  ) : (
    <p className="p-4 text-14 text-ink-soft">
      Your plans are stored on this device. To see them here, {adviceOn(unread)}.
    </p>
  )
}

const dayLink = (on: string, isMap: boolean): string =>
  isMap ? `${links.day(on)}&view=map` : links.day(on)

const plannedDays = 14
const orList = new Intl.ListFormat('en-AU', { type: 'disjunction' })

const daysFrom = (today: string, day: string): { value: string; label: string }[] => {
  const days = Array.from({ length: plannedDays }, (_, index) => addDays(today, index))
  return (days.includes(day) ? days : [day, ...days]).map((value) => ({
    value,
    label: value === today ? 'Today' : formatWeekday(value),
  }))
}

const PlanOfDay = ({
  day,
  today,
  list,
  isMap,
}: {
  day: string
  today: string
  list: string | null
  isMap: boolean
}) => {
  const [, navigate] = useLocation()
  const [isAdding, setIsAdding] = useState(list !== null)
  const [about, setAbout] = useState<Visited | null>(null)
  const refusal = useStorageRefusal()
  const position = usePosition()
  const ends = useLive(readEnds)
  const start = ends === undefined ? null : pointOf(ends.start, ends, position)
  const plan = useLive((device) => readDay(device, day, position), [day, position])
  const actions = useDayActions(day)
  const refused = useHandedStops(day)
  useFetchedStops(plan ?? null)
  if (plan === undefined || ends === undefined) return <Loading answer={plan} />
  const stops = plan?.stops ?? []
  const add = (
    <Button
      variant={plan === null ? 'primary' : 'plain'}
      icon="plus"
      disabledReason={refusal}
      onClick={() => setIsAdding(true)}
    >
      Add stops
    </Button>
  )
  return (
    <div className="flex flex-col gap-4">
      {plan !== null && day === today && <NextStop day={plan} onLog={setAbout} />}
      <LogVisits about={about} onAbout={setAbout} isCard />
      <Ends ends={ends} position={position} />
      {plan?.isGuess && (
        <Callout icon="directions">
          Some of these companies have several offices. Choose where you start, and we’ll plan the
          offices near you.
        </Callout>
      )}
      <ChangedBar changed={actions.changed} onClose={actions.close} />
      <FormError>{actions.trouble ?? refused}</FormError>
      {plan === null ? (
        <EmptyState drawing="blank" heading="h2" title="No stops yet" action={add}>
          Add stops from an offline list, or what’s due.
        </EmptyState>
      ) : (
        <section aria-label="Stops" className="flex flex-col gap-2">
          <div className="flex flex-wrap items-center gap-2">
            <p role="status" className="min-w-0 flex-1 basis-60 text-14 font-medium">
              {sayLength(plan)}
            </p>
            <Button
              icon="sort-asc"
              disabledReason={
                stops.length > maxStops
                  ? `Best order works up to ${maxStops} stops. Remove some first.`
                  : undefined
              }
              onClick={() => void actions.sort(plan)}
            >
              Best order
            </Button>
            {add}
            <ViewToggle
              isMap={isMap}
              onChange={(next) => navigate(dayLink(day, next), { replace: true })}
            />
          </div>
          <div className={cx(isMap && 'flex flex-col gap-3 lg:flex-row lg:items-start')}>
            {isMap && <DayMap stops={stops} onVisit={setAbout} />}
            <ol
              aria-label="Stops in order"
              className="divide-y divide-line flex-1 overflow-hidden rounded-md border border-line bg-card"
            >
              {stops.map((stop, index) => (
                <StopRow
                  key={stop.recordId}
                  stop={stop}
                  index={index}
                  count={stops.length}
                  day={day}
                  isToday={day === today}
                  nextDay={addDays(day, 1)}
                  onLog={setAbout}
                  onMove={(to) => void actions.move(plan, index, to)}
                  onRemove={() => void actions.remove(plan, stop)}
                  onPostpone={(to) => void actions.postpone(plan, stop, to)}
                />
              ))}
            </ol>
          </div>
          <p className="text-13 text-ink-faint">
            Distances are about: straight lines times 1.3, not roads.
            {plan.regions.length > 0 &&
              ` Of several offices, the stop is the one in ${orList.format(plan.regions)}.`}
          </p>
        </section>
      )}
      {isAdding && (
        <AddStops
          day={day}
          list={list}
          start={start ?? position}
          planned={plan?.plan.value.stops ?? {}}
          onClose={() => {
            setIsAdding(false)
            if (list !== null) navigate(links.day(day), { replace: true })
          }}
        />
      )}
    </div>
  )
}
