import type { ReactNode } from 'react'
import { recordLink } from '../../../contract/links.ts'
import type { Category, RecordView } from '../../../contract/records/records.ts'
import { askToDownload } from '../../shared/downloads/download-store.ts'
import { copyLink } from '../../shared/records/copy-link.ts'
import { formatDay, formatPercent } from '../../lib/format.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ageOf } from './age.ts'

export const RecordHeader = ({
  category,
  record,
  subtitle,
  badges,
  actions,
  level,
}: {
  category: Category
  record: RecordView
  subtitle: ReactNode
  badges?: ReactNode
  actions?: ReactNode
  /** h1 on its own page, h2 beside results. */
  level: 1 | 2
}) => {
  const Heading = level === 1 ? 'h1' : 'h2'
  const verified = ageOf(record.quality.verified_at, useMinute())
  return (
    <header className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 max-sm:gap-y-1.5">
      <span className="grid size-11 place-items-center rounded-md bg-accent-soft text-accent-strong sm:row-span-2">
        <Icon name={category === 'company' ? 'building' : 'person'} size={22} />
      </span>
      <Heading className="text-20 font-semibold wrap-anywhere max-sm:self-center">
        {record.name}
      </Heading>
      {/* On a phone it goes below the three buttons. */}
      <div className="col-span-3 row-start-2 min-w-0 sm:col-span-1 sm:col-start-2">
        <p className="text-14 text-ink-soft">{subtitle}</p>
        <p className="mt-1.5 flex flex-wrap items-center gap-1.5">
          {badges}
          {record.unlocked && <Badge tone="accent">Revealed</Badge>}
          <Badge tone={verifiedTones[verified]}>
            {record.quality.verified_at === undefined
              ? 'Not verified'
              : `Verified ${formatDay(record.quality.verified_at)}`}
          </Badge>
          <Badge>{formatPercent(record.quality.completeness / 100)} complete</Badge>
        </p>
      </div>
      <div className="col-start-3 row-start-1 flex sm:row-span-2">
        {actions}
        <IconButton
          icon="download"
          label="Download"
          onClick={() =>
            askToDownload({
              category,
              source: { kind: 'ids', ids: [record.id] },
              name: record.name,
            })
          }
        />
        <IconButton
          icon="copy"
          label="Copy link"
          onClick={() => void copyLink(recordLink(category, record.id))}
        />
      </div>
    </header>
  )
}

/** Verified within 90 days, within 180, or longer ago (R1 of the product decisions). */
const verifiedTones = { fresh: 'accent', older: 'plain', stale: 'warn' } as const
