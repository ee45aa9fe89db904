import { useSyncExternalStore } from 'react'
import { tooltip } from './tooltip.tsx'

/** 'as of 10:42 am', with its age on hover and for screen readers. `at` in ms since 1970 or ISO 8601. */
export const AsOf = ({ at, className }: { at: number | string; className?: string }) => {
  const now = useMinute()
  const moment = typeof at === 'number' ? at : Date.parse(at)
  if (Number.isNaN(moment)) return null
  const age = formatAge(moment, now)
  return (
    <time dateTime={new Date(moment).toISOString()} {...tooltip(age)} className={className}>
      as of {formatTime(moment, now)}
      <span className="sr-only">, {age}</span>
    </time>
  )
}

/** '7:30 am' today, '3 Mar, 7:30 am' before. Both in ms since 1970. */
export const formatTime = (at: number, now: number): string => {
  const day = (moment: number): string => new Date(moment).toDateString()
  const year = (moment: number): number => new Date(moment).getFullYear()
  return new Intl.DateTimeFormat(locale(), {
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    ...(day(at) === day(now) ? {} : { day: 'numeric', month: 'short' }),
    ...(year(at) === year(now) ? {} : { year: 'numeric' }),
  }).format(at)
}

/** 'now', '12 minutes ago', '3 hours ago', 'yesterday', '5 days ago'. Both in ms since 1970; a clock that was set back shows 'now'. */
export const formatAge = (at: number, now: number): string => {
  const minutes = Math.floor(Math.max(0, now - at) / minuteMs)
  const relativeTime = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' })
  if (minutes < 1) return relativeTime.format(0, 'second')
  if (minutes < 60) return relativeTime.format(-minutes, 'minute')
  if (minutes < 24 * 60) return relativeTime.format(-Math.floor(minutes / 60), 'hour')
  return relativeTime.format(-Math.floor(minutes / (24 * 60)), 'day')
}

const minuteMs = 60_000

/** Australia and New Zealand abbreviate months differently. */
const locale = (): string => (navigator.language.endsWith('NZ') ? 'en-NZ' : 'en-AU')

/** The current minute, in ms since 1970; all components share one clock. */
export const useMinute = (): number => useSyncExternalStore(clock.subscribe, clock.now)

const clock = (() => {
  const hearers = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  let now = Date.now()
  const tick = (): void => {
    now = Date.now()
    for (const hear of hearers) hear()
  }
  return {
    // Without subscribers the clock stops, so its value may be stale.
    now: () => (timer === undefined && Date.now() - now >= minuteMs ? (now = Date.now()) : now),
    subscribe: (changed: () => void) => {
      hearers.add(changed)
      if (hearers.size === 1) timer = setInterval(tick, minuteMs)
      return () => {
        hearers.delete(changed)
        if (hearers.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
})()
