import { formatNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { useFilterOptions } from './filter-options.ts'
import { clearFilters, isNarrowed, toggleValue, type ListState } from './list-state.ts'

export const ListFilters = ({
  filters,
  state,
  onChange,
}: {
  filters: ReturnType<typeof useFilterOptions>
  state: ListState
  onChange: (state: ListState) => void
}) => (
  <div role="group" aria-label="Filters" className="contents">
    {filters
      .filter(({ options }) => options.length > 0)
      .map(({ identifier, label, options }) => {
        const chosen = state.criteria.filters[identifier] ?? []
        const [only] = options
        if (options.length === 1 && only?.value === 'Yes')
          return (
            <Button
              key={identifier}
              size="sm"
              icon={chosen.length > 0 ? 'check' : undefined}
              aria-pressed={chosen.length > 0}
              onClick={() => onChange(toggleValue(state, identifier, only.value))}
            >
              {label}
            </Button>
          )
        return (
          <Menu
            key={identifier}
            label={`${label}${chosen.length > 0 ? `, ${chosen.length} chosen` : ''}`}
            text={chosen.length > 0 ? `${label} (${chosen.length})` : label}
            size="sm"
            align="start"
            groups={[
              {
                items: options.map(({ value, label: optionLabel, count }) => ({
                  id: value,
                  label: optionLabel,
                  hint: count === null ? undefined : formatNumber(count),
                  checked: chosen.includes(value),
                  onSelect: () => onChange(toggleValue(state, identifier, value)),
                })),
              },
            ]}
          />
        )
      })}
    {isNarrowed(state) && (
      <Button size="sm" variant="quiet" onClick={() => onChange(clearFilters(state))}>
        Clear
      </Button>
    )}
  </div>
)
