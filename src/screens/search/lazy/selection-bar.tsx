import { useLocation } from 'wouter'
import { deepest, maxValues } from '../../../../contract/search/criteria.ts'
import { links } from '../../../../contract/links.ts'
import { maxStops } from '../../../../contract/saved-work/day-plan-id.ts'
import { PushButton } from '../../../shared/crm/push-button.tsx'
import { askToDownload, type ToDownload } from '../../../shared/downloads/download-store.ts'
import { formatNumber, formatRecords } from '../../../lib/format.ts'
import { handStops } from '../../../shared/day-plan/handed-stops.ts'
import { useHasFollowUps } from '../../../shared/visits/use-follow-ups.ts'
import { UnlockButton } from '../../../shared/credits/unlock-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { SelectFirst } from '../../../ui/select-first-body.tsx'
import { addChosen } from '../add-to-list-state.ts'
import { useSearchHandle } from '../search-context.ts'
import { companiesOf, peopleOf } from '../search-state.ts'
import { clearSelection, selectFirst, sourceOf, useSelection } from '../selection.ts'

export const SelectionBar = ({ total }: { total: number | undefined }) => {
  const { state, change } = useSearchHandle()
  const [, navigate] = useLocation()
  const hasDayPlans = useHasFollowUps()
  const { category, chosen, first, count } = useSelection(state)
  if (count === 0) return null
  const { filters, metadata } = state.criteria
  const town = metadata.near?.town
  const companies = [...new Set(chosen.map((row) => row.companyId))]
  const what: ToDownload = {
    category,
    source: sourceOf(chosen, first),
    name: formatRecords(count, category),
  }
  const tooMany =
    first !== null || companies.length > maxValues
      ? `You can look at up to ${maxValues} companies at once`
      : undefined
  return (
    <div
      role="region"
      aria-label="Selection"
      className="@container border-t bg-card px-4 py-2 shadow-overlay"
    >
      <div className="flex flex-wrap items-center gap-2 @max-5xl:[&>button>svg:first-child]:hidden">
        <span role="status" className="tabular text-14 font-medium">
          {first === null ? '' : 'First '}
          {formatNumber(count)} selected
        </span>
        <span className="flex-1">
          {total !== undefined && total > 1 && (
            <SelectFirst
              max={Math.min(total, deepest)}
              total={total}
              onSelect={(many) => selectFirst(state, many)}
            />
          )}
          <Button size="sm" variant="quiet" onClick={() => clearSelection(category)}>
            Clear
          </Button>
        </span>
        <Button
          size="sm"
          icon="list"
          onClick={() =>
            addChosen(
              category,
              chosen.map(({ id }) => id),
              first,
            )
          }
        >
          Add to list
        </Button>
        {category === 'people' && <UnlockButton what={{ ...what, category }} />}
        <Button size="sm" icon="download" onClick={() => askToDownload(what)}>
          Download
        </Button>
        <PushButton size="sm" what={what} />
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
          {category === 'company' ? 'Find people' : 'See companies'}
        </Button>
        {hasDayPlans && (
          <Button
            size="sm"
            icon="calendar"
            disabledReason={
              first !== null || count > maxStops ? `A day holds ${maxStops} stops.` : undefined
            }
            onClick={() =>
              navigate(links.day(), {
                state: handStops({
                  category,
                  ids: chosen.map(({ id }) => id),
                  region: filters['location'] ?? (town === undefined ? [] : [town]),
                }),
              })
            }
          >
            Plan today
          </Button>
        )}
      </div>
    </div>
  )
}
