import type { ReactNode } from 'react'
import type { RecordView } from '../../../contract/records/records.ts'
import { revenueBands } from '../../../contract/search/bands.ts'
import { formatCompact, formatDay, formatMoney, formatNumber } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { NotKnown } from '../../ui/not-known.tsx'
import { InCrm } from '../crm/in-crm.tsx'
import { staleDays } from '../records/age.ts'
import { isStale } from '../records/record-kind.ts'

export const TextCell = ({ children }: { children: string | undefined }) =>
  children === undefined || children === '' ? (
    <NotKnown />
  ) : (
    <span className="block truncate" title={children}>
      {children}
    </span>
  )

export const Figure = ({ children }: { children: number | undefined }) =>
  children === undefined ? <NotKnown /> : formatNumber(children)

/** A$12.4M: for columns too narrow for every digit. */
export const compactMoney = (amount: number, currency: string): string =>
  formatMoney(0, currency).replace('0', formatCompact(amount))

/** A$10M–25M: what is known of a revenue without a figure. */
export const formatRevenueBand = (value: string | undefined, currency: string): string => {
  const label = revenueBands.find((band) => band.value === value)?.label ?? value ?? ''
  return label.replace('$', formatMoney(0, currency).replace('0', ''))
}

export const Some = ({ items }: { items: readonly string[] }) => {
  if (items.length === 0) return <NotKnown />
  const more = items.length - 2
  return (
    <span className="block truncate" title={items.join(', ')}>
      {items.slice(0, 2).join(', ')}
      {more > 0 && <span className="text-ink-faint"> +{more}</span>}
    </span>
  )
}

export const VerifiedCell = ({ record, now }: { record: RecordView; now: number }): ReactNode => {
  const day = record.quality.verified_at
  if (!isStale(record, now)) return <TextCell>{day && formatDay(day)}</TextCell>
  const title =
    day === undefined
      ? 'No register or check has confirmed it'
      : `Verified ${formatDay(day)}, more than ${staleDays} days ago`
  return (
    <span title={title}>
      <Badge tone="warn" className="px-1.5!">
        {day === undefined ? 'Not verified' : 'Old data'}
      </Badge>
      <span className="sr-only">, {title}</span>
    </span>
  )
}

export const CrmCell = ({ record: { crm } }: { record: RecordView }) =>
  crm ? <InCrm crm={crm} inColumn /> : <span className="text-ink-faint">No</span>
