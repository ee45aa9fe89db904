import type { Company, Person } from '../../../contract/records/records.ts'
import { formatCount, formatDay, formatPercent } from '../../lib/format.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { ageOf, staleDays } from '../../shared/records/age.ts'
import { sourceOf, type Fact, type Source } from './facts.ts'

/** The sources of some facts, once for all of them: the most frequent, and with a press the rest with what each is the source of. */
export const SourceLine = ({
  record,
  facts,
}: {
  record: Company | Person
  facts: readonly { label: string; field: string }[]
}) => {
  const groups = groupBySource(record, facts)
  const [first, ...others] = groups
  if (first === undefined) return null
  const line = 'flex items-center pt-2 text-12 text-ink-faint'
  if (others.length === 0)
    return (
      <p className={line}>
        <span>
          Source: <Origin source={first.source} />
        </span>
      </p>
    )
  return (
    <details>
      <summary
        className={`${line} min-h-control cursor-pointer pointer-fine:min-h-0 list-none hover:text-ink [&::-webkit-details-marker]:hidden`}
      >
        <span>
          Source: <Origin source={first.source} />, and{' '}
          <span className="underline decoration-dotted underline-offset-4">
            {formatCount(others.length, 'other', 'others')}
          </span>
        </span>
      </summary>
      <ul className="pb-2">
        {groups.map(({ key, source, labels }) => (
          <li key={key} className="py-0.5 text-12 text-ink-faint">
            <span className="text-ink-soft">{labels.join(', ')}:</span> <Origin source={source} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** 'Company website, 2 Nov 2025 · Confidence 70%', and whether that is long ago. */
export const Origin = ({ source }: { source: Source | undefined }) => {
  const now = useMinute()
  if (source === undefined) return 'unknown'
  return (
    <>
      {source.source}, {formatDay(source.seen_at)}
      <span className="tabular"> · Confidence {formatPercent(source.confidence)}</span>
      {ageOf(source.seen_at, now) === 'stale' && `, more than ${staleDays} days ago`}
    </>
  )
}

export const mainSource = (record: Company | Person, facts: readonly Fact[]): Source | undefined =>
  groupBySource(record, facts)[0]?.source

const groupBySource = (
  record: Company | Person,
  facts: readonly { label: string; field: string }[],
) => {
  const groups = new Map<string, { key: string; source: Source | undefined; labels: string[] }>()
  for (const { label, field } of facts) {
    const source = sourceOf(record, field)
    const key =
      source === undefined ? '' : `${source.source} ${source.seen_at} ${source.confidence}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { key, source, labels: [label] })
    else group.labels.push(label)
  }
  return [...groups.values()].toSorted((a, b) => b.labels.length - a.labels.length)
}
