import { useSnapshot } from 'valtio'
import { maxValues } from '../../../../contract/criteria.ts'
import type { Category } from '../../../../contract/records.ts'
import { formatNumber } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { useSearchHandle } from '../search-context.ts'
import { companiesOf, peopleOf } from '../search-state.ts'
import { clearSelection, selection } from '../selection.ts'

/** What can be done with the chosen rows; they stay chosen while one pages. */
export const SelectionBar = ({ category }: { category: Category }) => {
  const { change } = useSearchHandle()
  const chosen = Object.values(useSnapshot(selection)[category])
  if (chosen.length === 0) return null
  const companies = [...new Set(chosen.map((row) => row.companyId))]
  const tooMany =
    companies.length > maxValues
      ? `At most ${maxValues} companies can be looked at together`
      : undefined
  return (
    <div
      role="region"
      aria-label="Selection"
      className="z-10 flex items-center gap-2 border-t bg-card px-4 py-2 shadow-overlay max-sm:sticky max-sm:bottom-[calc(var(--spacing-bottombar)+env(safe-area-inset-bottom))]"
    >
      <span role="status" className="tabular flex-1 text-14 font-medium">
        {formatNumber(chosen.length)} selected
      </span>
      <Button
        size="sm"
        icon={category === 'company' ? 'people' : 'building'}
        disabledReason={tooMany}
        onClick={() =>
          change((now) =>
            category === 'company' ? peopleOf(now, companies) : companiesOf(now, companies),
          )
        }
      >
        {category === 'company' ? 'Find their people' : 'See their companies'}
      </Button>
      <Button size="sm" variant="quiet" onClick={() => clearSelection(category)}>
        Clear
      </Button>
    </div>
  )
}
