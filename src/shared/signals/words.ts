import type { Place } from '../../../contract/records/records.ts'
import { signalTypeOf } from '../../../contract/signals/signal-types.ts'
import type { Signal, SignalCategory } from '../../../contract/signals/signals.ts'
import type { IconName } from '../../ui/icon.tsx'
import { formatMoney, formatNumber, formatPercent } from '../../lib/format.ts'

export const categoryNames: Record<SignalCategory, string> = {
  company: 'Companies',
  people: 'People',
  intent: 'Intent',
}

export const categoryIcons: Record<SignalCategory, IconName> = {
  company: 'building',
  people: 'person',
  intent: 'spark',
}

/** What a type is called: 'Hiring surge'. */
export const typeName = (slug: string): string => signalTypeOf(slug)?.label ?? slug

/** How long ago a day is, both YYYY-MM-DD: 'today', 'yesterday', '5 d ago', '3 weeks ago'. Where the market's day has begun and one's own has not, it is today. */
export const agoWords = (day: string, today: string): string => {
  const days = Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000)
  if (days <= 1) return days === 1 ? 'yesterday' : days >= -1 ? 'today' : 'upcoming'
  return days < 14 ? `${days} d ago` : `${Math.floor(days / 7)} weeks ago`
}

/** The day it is here, YYYY-MM-DD. */
export const dayOf = (now: number): string => {
  const date = new Date(now)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

/** 'Perth, WA'. */
export const placeWords = (place: Place | undefined): string | undefined =>
  place && [place.suburb ?? place.city, place.state ?? place.country].filter(Boolean).join(', ')

/** What a signal measures, in words: '12 to 19 open roles, +58%'. */
export const metricWords = ({ metrics, slug }: Signal): { label: string; text: string }[] => {
  const {
    from,
    to,
    baseline,
    open_roles: roles,
    change_pct: pct,
    months,
    amount,
    currency,
    ...others
  } = metrics
  const growth = (before: number, after: number): string => {
    const share =
      typeof pct === 'number' ? pct : before === 0 ? null : ((after - before) / before) * 100
    return share === null ? '' : `, ${share < 0 ? '−' : '+'}${formatPercent(Math.abs(share) / 100)}`
  }
  const told: { label: string; text: string }[] = []
  const tell = (label: string, text: string): number => told.push({ label, text })
  if (typeof roles === 'number')
    tell(
      'Open roles',
      typeof baseline === 'number'
        ? `${formatNumber(baseline)} to ${formatNumber(roles)} open roles${growth(baseline, roles)}`
        : formatNumber(roles),
    )
  else if (baseline !== undefined) others['baseline'] = baseline
  if (typeof from === 'number' && typeof to === 'number') {
    const within = typeof months === 'number' ? ` in ${months} months` : ''
    const of = slug.startsWith('headcount') ? ' people' : ''
    tell(
      of === '' ? 'Change' : 'Headcount',
      `${formatNumber(from)} to ${formatNumber(to)}${of}${growth(from, to)}${within}`,
    )
  } else {
    if (from !== undefined) tell('Before', valueWords(from))
    if (to !== undefined) tell('Now', valueWords(to))
  }
  if (typeof amount === 'number')
    tell(
      'Amount',
      typeof currency === 'string' ? formatMoney(amount, currency) : formatNumber(amount),
    )
  for (const [name, value] of Object.entries(others)) tell(labelOf(name), valueWords(value))
  return told
}

const labelOf = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return words === 'gst' ? 'GST' : words.charAt(0).toUpperCase() + words.slice(1)
}

const valueWords = (value: string | number | string[]): string =>
  typeof value === 'number'
    ? formatNumber(value)
    : typeof value === 'string'
      ? value
      : value.join(', ')
