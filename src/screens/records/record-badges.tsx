import type { ReactNode } from 'react'
import type { RecordView } from '../../../contract/records/records.ts'
import { formatDay, formatPercent } from '../../lib/format.ts'
import { InCrm } from '../../shared/crm/in-crm.tsx'
import { useMinute } from '../../ui/as-of.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ageOf } from '../../shared/records/age.ts'

export const RecordBadges = ({
  record: { unlocked, quality, crm },
  children,
}: {
  record: RecordView
  children?: ReactNode
}) => (
  <p className="flex flex-wrap items-center gap-1.5">
    {children}
    {unlocked && <Badge tone="accent">Revealed</Badge>}
    {crm && <InCrm crm={crm} />}
    <Badge tone={verifiedTones[ageOf(quality.verified_at, useMinute())]}>
      {quality.verified_at === undefined
        ? 'Not verified'
        : `Verified ${formatDay(quality.verified_at)}`}
    </Badge>
    <Badge>{formatPercent(quality.completeness / 100)} complete</Badge>
  </p>
)

/** Verified within 90 days, within 180, or longer ago (R1 of the product decisions). */
const verifiedTones = { fresh: 'accent', older: 'plain', stale: 'warn' } as const
