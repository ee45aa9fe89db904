import {
  visitOutcomes,
  type OutcomeCounts,
  type VisitOutcome,
} from '../../../contract/saved-work/activities.ts'
import { outcomeLabels } from '../../../contract/saved-work/outcome-labels.ts'
import { formatNumber } from '../../lib/format.ts'
import { cx } from '../../ui/cx.ts'

/** How often each outcome was logged, as bars; a press shows only those visits. */
export const OutcomeBars = ({
  counts,
  chosen,
  onChoose,
}: {
  counts: OutcomeCounts
  chosen: VisitOutcome | null
  onChoose: (outcome: VisitOutcome | null) => void
}) => {
  const most = Math.max(1, ...Object.values(counts))
  return (
    <ul aria-label="Outcomes" className="max-w-160">
      {visitOutcomes.map((outcome) => {
        const count = counts[outcome] ?? 0
        return (
          <li key={outcome}>
            <button
              type="button"
              aria-pressed={chosen === outcome}
              onClick={() => onChoose(chosen === outcome ? null : outcome)}
              className={cx(
                'grid min-h-touch w-full grid-cols-[7rem_minmax(0,1fr)_3rem] items-center gap-3 rounded-sm px-2 text-left text-14 hover:bg-sunken pointer-fine:min-h-9',
                chosen === outcome && 'bg-accent-soft font-medium text-accent-strong',
              )}
            >
              <span>{outcomeLabels[outcome]}</span>
              <span aria-hidden className="h-3 rounded-full bg-sunken">
                <span
                  className="block h-full rounded-full bg-accent"
                  style={{ width: `${(count / most) * 100}%` }}
                />
              </span>
              <span className="tabular text-right">{formatNumber(count)}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
