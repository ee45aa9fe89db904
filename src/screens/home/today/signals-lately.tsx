import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { links } from '../../../../contract/links.ts'
import { useLive } from '../../../shared/offline/device.tsx'
import { formatNumber } from '../../../lib/format.ts'
import {
  formatDaysAgo,
  categoryIcons,
  categoryNames,
  typeName,
} from '../../../shared/signals/copy.ts'
import { useApi } from '../../../lib/use-api.ts'
import { readSignals } from '../../../offline/signals.ts'
import { useMinute } from '../../../ui/as-of.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Section } from '../../../ui/section.tsx'
import { homeQuery } from './queries.ts'
import { Row } from './row.tsx'
import { localDayOf } from '../../../../contract/core/days.ts'

const few = 3
const categories = ['company', 'people', 'intent'] as const

export const SignalsLately = () => {
  const counts = useQuery(homeQuery(useApi())).data?.signals7d ?? null
  const newest = useLive(readSignals)?.signals.filter(({ dismissed }) => !dismissed) ?? []
  const today = localDayOf(useMinute())
  if (counts === null) return null
  const shown = categories.flatMap((category) => {
    const count = counts[category]
    return count === null ? [] : [{ category, count }]
  })
  return (
    <Section
      title="Signals, last 7 days"
      aside={
        <Link
          href={links.signals()}
          className="-my-2 inline-flex min-h-control items-center text-13 font-medium text-accent-strong hover:underline"
        >
          All signals
        </Link>
      }
    >
      <ul className="mt-2 flex flex-wrap gap-2">
        {shown.map(({ category, count }) => (
          <li key={category}>
            <Link
              href={`${links.signals()}?category=${category}&when=7`}
              className="flex min-h-touch items-center gap-2.5 rounded-md border border-line bg-card px-4 text-14 text-ink-soft transition-colors hover:border-line-strong"
            >
              <Icon name={categoryIcons[category]} size={18} className="text-ink-faint" />
              {categoryNames[category]}
              <span className="tabular text-16 font-semibold text-ink">{formatNumber(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {newest.length > 0 && (
        <ul className="mt-2 divide-y divide-line overflow-hidden rounded-md border border-line bg-card">
          {newest
            .slice(0, few)
            .map(({ id, category, slug, title, why_now: why, event_date: day }) => (
              <Row
                key={id}
                href={`${links.signals()}?category=${category}`}
                icon={categoryIcons[category]}
                title={title}
                note={`${typeName(slug)}. ${why}`}
              >
                <span className="tabular shrink-0 text-13 text-ink-faint">
                  {formatDaysAgo(day, today)}
                </span>
              </Row>
            ))}
        </ul>
      )}
    </Section>
  )
}
