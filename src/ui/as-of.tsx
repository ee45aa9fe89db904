import { useSyncExternalStore } from 'react'
import { tooltip } from './tooltip.tsx'

/** 'as of 10:42', with its age on hover and for screen readers; kept right as time passes. `at` in ms since 1970 or ISO 8601. */
export const AsOf = ({ at, className }: { at: number | string; className?: string }) => {
  const now = useMinute()
  const moment = typeof at === 'number' ? at : Date.parse(at)
  if (Number.isNaN(moment)) return null
  const age = ageInWords(moment, now)
  return (
    <time dateTime={new Date(moment).toISOString()} {...tooltip(age)} className={className}>
      as of {timeInWords(moment, now)}
      <span className="sr-only">, {age}</span>
    </time>
  )
}

/** '10:42' today, '3 Mar, 10:42' before. Both in ms since 1970. */
export const timeInWords = (at: number, now: number): string => {
  const day = (moment: number): string => new Date(moment).toDateString()
  const year = (moment: number): number => new Date(moment).getFullYear()
  return new Intl.DateTimeFormat(locale(), {
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(day(at) === day(now) ? {} : { day: 'numeric', month: 'short' }),
    ...(year(at) === year(now) ? {} : { year: 'numeric' }),
  }).format(at)
}

/** 'now', '12 minutes ago', '3 hours ago', 'yesterday', '5 days ago'. Both in ms since 1970; a clock that was set back makes nothing come from the future. */
export const ageInWords = (at: number, now: number): string => {
  const minutes = Math.floor(Math.max(0, now - at) / minuteMs)
  const words = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' })
  if (minutes < 1) return words.format(0, 'second')
  if (minutes < 60) return words.format(-minutes, 'minute')
  if (minutes < 24 * 60) return words.format(-Math.floor(minutes / 60), 'hour')
  return words.format(-Math.floor(minutes / (24 * 60)), 'day')
}

const minuteMs = 60_000

/** The two countries write times alike but not their months. */
const locale = (): string => (navigator.language.endsWith('NZ') ? 'en-NZ' : 'en-AU')

/** The present minute, in ms since 1970; drawn anew once a minute, by one clock for all. */
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
    // A clock that stood still while nobody looked is not shown.
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
