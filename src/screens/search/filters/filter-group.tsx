import { useId } from 'react'
import { useSnapshot } from 'valtio'
import type { FilterGroup } from '../../../../contract/search/filter.ts'
import { filters } from '../../../../contract/search/filters.ts'
import { Badge } from '../../../ui/badge.tsx'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/icon.tsx'
import { filtersInUse } from '../criteria-edit.ts'
import { panel } from '../panel-state.ts'
import { useSearchHandle } from '../search-context.ts'
import type { LiveCount } from '../use-live-counts.ts'
import { ChosenSummary } from './chosen-summary.tsx'
import { FilterSection } from './filter-section.tsx'

export const FilterGroupSection = ({
  group,
  liveCount,
}: {
  group: FilterGroup
  liveCount: LiveCount
}) => {
  const { state, within } = useSearchHandle()
  const open = useSnapshot(panel).groups[group]
  const bodyId = useId()
  const members = filters.filter(
    (filter) =>
      filter.group === group && filter.hidden !== true && within?.offers(filter) !== false,
  )
  const used = filtersInUse(state.criteria)
  const chosen = members.filter((filter) => used.has(filter.identifier))
  if (members.length === 0) return null
  return (
    <section aria-label={group} className="border-b border-line last:border-b-0">
      <h3 className="sticky top-0 z-10 bg-card">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={() => {
            panel.groups[group] = !open
          }}
          className="flex h-control w-full items-center gap-2 px-4 text-left text-12 font-semibold text-ink-faint hover:text-ink focus-visible:-outline-offset-2"
        >
          <span className="flex-1">{group}</span>
          {chosen.length > 0 && (
            <Badge tone="accent">
              {chosen.length}
              <span className="sr-only"> {chosen.length === 1 ? 'filter' : 'filters'} in use</span>
            </Badge>
          )}
          <Icon name={open ? 'minus' : 'plus'} size={16} />
        </button>
      </h3>
      {!open && chosen.length > 0 && (
        <ul className="px-4 pb-3">
          {chosen.map((filter) => (
            <li key={filter.identifier} className="flex items-baseline gap-2 text-12">
              <span className="shrink-0 text-ink-faint">{filter.label}</span>
              <ChosenSummary filter={filter} />
            </li>
          ))}
        </ul>
      )}
      <div id={bodyId} className={cx('px-2 pb-2', !open && 'hidden')}>
        {open &&
          members.map((filter) => (
            <FilterSection
              key={filter.identifier}
              filter={filter}
              countOf={(value) => liveCount(filter, value)}
            />
          ))}
      </div>
    </section>
  )
}
