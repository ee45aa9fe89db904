import { criteriaFor } from '../../../../contract/search/criteria.ts'
import { filterOf } from '../../../../contract/search/filters.ts'
import { formatCount } from '../../../lib/format.ts'
import { useLate } from '../../../lib/use-late.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { clearCriteria, filtersInUse, without } from '../criteria-edit.ts'
import { useTotals } from '../queries.ts'
import { useSearchHandle } from '../search-context.ts'

const suggestions = 5
const tried = 12

export const EmptyResults = () => {
  const { state, edit } = useSearchHandle()
  const { tab } = state
  const criteria = criteriaFor(state.criteria, tab)
  const used = [
    ...(criteria.search === '' ? [] : ['search']),
    ...(criteria.metadata.near?.withinKm === undefined ? [] : ['near']),
    ...filtersInUse(criteria).keys(),
  ].slice(-tried)
  const totals = useTotals(
    tab,
    used.map((identifier) => without(criteria, identifier)),
  )
  const waits = totals.includes(undefined)
  const late = useLate(waits)
  const helpful = used
    .map((identifier, index) => ({ identifier, total: totals[index] ?? 0 }))
    .filter(({ total }) => total > 0)
    .sort((candidate, other) => other.total - candidate.total)
    .slice(0, suggestions)
  const noun = tab === 'company' ? 'companies' : 'people'
  return (
    <EmptyState
      title={`No ${noun} match these filters`}
      action={
        helpful.length === 0 && used.length > 1 && (!waits || late) ? (
          <Button onClick={() => edit(clearCriteria)}>Clear all filters</Button>
        ) : undefined
      }
    >
      {helpful.length > 0 && (
        <>
          <p>Try removing one:</p>
          <ul className="mt-3 flex flex-col gap-2">
            {helpful.map(({ identifier, total }) => (
              <li key={identifier}>
                <Button onClick={() => edit((now) => without(now, identifier))}>
                  Without {nameOf(identifier)}
                  <span className="tabular font-normal text-ink-faint">
                    {formatCount(total, tab === 'company' ? 'company' : 'person', noun)}
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </EmptyState>
  )
}

const names: Record<string, string> = { search: 'the keyword', near: 'the distance' }

const nameOf = (identifier: string): string =>
  names[identifier] ?? `“${filterOf(identifier)?.label ?? identifier}”`
