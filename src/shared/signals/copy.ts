import type { PostalAddress } from '../../../contract/records/records.ts'
import { signalTypeOf } from '../../../contract/signals/signal-types.ts'
import type { Signal, SignalCategory } from '../../../contract/signals/signals.ts'
import type { IconName } from '../../ui/icon.tsx'
import { formatMoney, formatNumber, formatPercent } from '../../lib/format.ts'
import { dayMs } from '../../../contract/core/days.ts'

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

export const typeName = (slug: string): string => signalTypeOf(slug)?.label ?? slug

/** '5 d ago', '3 weeks ago'. A day that has begun in the market but not for the user is today. */
export const formatDaysAgo = (day: string, today: string): string => {
  const days = Math.round((Date.parse(today) - Date.parse(day)) / dayMs)
  if (days <= 1) return days === 1 ? 'yesterday' : days >= -1 ? 'today' : 'upcoming'
  return days < 14 ? `${days} d ago` : `${Math.floor(days / 7)} weeks ago`
}

/** 'Perth, WA'. */
export const formatLocality = (locality: PostalAddress | undefined): string | undefined =>
  locality &&
  [locality.suburb ?? locality.city, locality.state ?? locality.country].filter(Boolean).join(', ')

/** The measurement of a signal in words: '12 to 19 open roles, +58%'. */
export const describeMetrics = ({ metrics, slug }: Signal): { label: string; text: string }[] => {
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
  const lines: { label: string; text: string }[] = []
  const addLine = (label: string, text: string): number => lines.push({ label, text })
  if (typeof roles === 'number')
    addLine(
      'Open roles',
      typeof baseline === 'number'
        ? `${formatNumber(baseline)} to ${formatNumber(roles)} open roles${growth(baseline, roles)}`
        : formatNumber(roles),
    )
  else if (baseline !== undefined) others['baseline'] = baseline
  if (typeof from === 'number' && typeof to === 'number') {
    const within = typeof months === 'number' ? ` in ${months} months` : ''
    const of = slug.startsWith('headcount') ? ' people' : ''
    addLine(
      of === '' ? 'Change' : 'Headcount',
      `${formatNumber(from)} to ${formatNumber(to)}${of}${growth(from, to)}${within}`,
    )
  } else {
    if (from !== undefined) addLine('Before', formatMetricValue(from))
    if (to !== undefined) addLine('Now', formatMetricValue(to))
  }
  if (typeof amount === 'number')
    addLine(
      'Amount',
      typeof currency === 'string' ? formatMoney(amount, currency) : formatNumber(amount),
    )
  for (const [name, value] of Object.entries(others))
    addLine(labelOf(name), formatMetricValue(value))
  return lines
}

const labelOf = (name: string): string => {
  const text = name.replaceAll('_', ' ')
  return text === 'gst' ? 'GST' : text.charAt(0).toUpperCase() + text.slice(1)
}

const formatMetricValue = (value: string | number | string[]): string =>
  typeof value === 'number'
    ? formatNumber(value)
    : typeof value === 'string'
      ? value
      : value.join(', ')
