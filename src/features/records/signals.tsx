import type { CompanyView, PersonView } from '../../../contract/records.ts'
import { formatCount, formatDay } from '../../lib/format.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { ageOf, staleDays } from './age.ts'
import { changesAt, changesFor, type Change } from './changes.ts'
import { RecordSection } from './fact-section.tsx'
import { sourceOf } from './facts.ts'
import { isPerson } from './queries.ts'

/** What is known to have changed, read from the record's own facts; which signals were counted is not kept yet, and it says so. */
export const Signals = ({ record }: { record: CompanyView | PersonView }) => {
  const now = useMinute()
  const changes = isPerson(record) ? changesFor(record, now) : changesAt(record, now)
  return (
    <RecordSection id="signals" title="Signals">
      {isPerson(record) ? (
        <p className="max-w-text text-14 text-ink-soft">
          Signals about people are not gathered yet.
        </p>
      ) : (
        <p className="max-w-text text-14 text-ink-soft">
          {record.signals_90d === 0
            ? 'No signals were counted in the last 90 days.'
            : `${formatCount(record.signals_90d, 'signal was', 'signals were')} counted in the last 90 days. What each of them was is not kept yet.`}
        </p>
      )}
      <h3 className="pt-5 pb-1 text-14 font-semibold">What its facts say</h3>
      {changes.length === 0 ? (
        <p className="text-14 text-ink-faint">Nothing that changed lately.</p>
      ) : (
        <Changes record={record} changes={changes} />
      )}
    </RecordSection>
  )
}

/** Changes as sentences, each with where it is from. */
export const Changes = ({
  record,
  changes,
}: {
  record: CompanyView | PersonView
  changes: readonly Change[]
}) => {
  const now = useMinute()
  return (
    <ul>
      {changes.map(({ text, field }) => {
        const source = sourceOf(record, field)
        const stale = ageOf(source?.seen_at, now) === 'stale'
        return (
          <li key={text} className="border-b border-line py-2 text-14 last:border-b-0">
            {text}
            <span className="block text-12 text-ink-faint">
              {source === undefined
                ? 'Source not known'
                : `${source.source}, ${formatDay(source.seen_at)}${stale ? `, more than ${staleDays} days ago` : ''}`}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
