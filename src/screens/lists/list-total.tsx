import type { Category } from '../../../contract/records/records.ts'
import { maxListed } from '../../../contract/saved-work/item.ts'
import { formatNumber, formatRecords } from '../../lib/format.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { visitedDays } from '../../shared/visits/last-visits.ts'
import type { ListSelection } from './list-selection.tsx'

export const ListTotal = ({
  category,
  total,
  most,
  narrowed,
  of,
  coming,
  suppressed,
  visited,
  notVisited,
  selection,
}: {
  category: Category
  total: number | undefined
  most: number
  narrowed: boolean
  /** How many are on this device; null where they come from the server. */
  of: number | null
  /** How many records of the list are not on this device yet. */
  coming: number
  /** How many of its records no search shows. */
  suppressed: number
  /** How many of how many were visited lately; null where none was. */
  visited: Progress | null
  notVisited: boolean
  selection: ListSelection
}) => (
  <div className="flex min-h-control items-center gap-x-3 sm:max-w-64 sm:flex-wrap sm:justify-end sm:text-right">
    {total !== undefined && total > 0 && (
      <Checkbox
        label="Select all"
        labelHidden
        className="-ml-0.5 sm:hidden"
        checked={selection.chosen.size > 0 && selection.chosen.size >= most}
        mixed={selection.chosen.size > 0 && selection.chosen.size < most}
        onCheckedChange={() =>
          selection.chosen.size > 0 ? selection.clear() : void selection.first(most)
        }
      />
    )}
    <p role="status" className="tabular text-13 text-ink-soft">
      {total !== undefined && (
        <>
          {narrowed ? 'Found ' : ''}
          {formatRecords(total, category)}
          {of !== null && total < of && ` of ${formatNumber(of)}`}
          {suppressed > 0 && `, ${formatNumber(suppressed)} suppressed`}
          {notVisited && `, not visited in ${visitedDays} days`}
          {total > maxListed && `, showing the first ${formatNumber(maxListed)}`}
          {coming > 0 && `, and ${formatNumber(coming)} more not on this device yet`}
        </>
      )}
    </p>
    {visited !== null && (
      <p className="tabular text-13 font-medium text-accent-strong">
        {formatNumber(visited.done)} of {formatNumber(visited.of)} visited
      </p>
    )}
  </div>
)

type Progress = { done: number; of: number }
