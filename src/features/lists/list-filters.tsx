import { formatNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Menu } from '../../ui/menu.tsx'
import { labelOf, type useFilterOptions } from './filter-options.ts'
import { isNarrowed, toggled, type ListState } from './list-state.ts'

/** The filters of a list, each with what can be chosen in it, and what is chosen. */
export const ListFilters = ({
  filters,
  state,
  onChange,
}: {
  filters: ReturnType<typeof useFilterOptions>
  state: ListState
  onChange: (state: ListState) => void
}) => (
  <div className="flex flex-col gap-2">
    <div
      role="group"
      aria-label="Filters"
      className="-mx-4 flex gap-1.5 overflow-x-auto px-4 py-1 scroll-quiet sm:mx-0 sm:flex-wrap sm:px-0"
    >
      {filters
        .filter(({ options }) => options.length > 0)
        .map(({ identifier, label, options }) => {
          const chosen = state.chosen[identifier] ?? []
          const [only] = options
          if (options.length === 1 && only?.value === 'Yes')
            return (
              <Button
                key={identifier}
                size="sm"
                icon={chosen.length > 0 ? 'check' : undefined}
                aria-pressed={chosen.length > 0}
                onClick={() => onChange(toggled(state, identifier, only.value))}
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
                  items: options.map(({ value, label: words, count }) => ({
                    id: value,
                    label: words,
                    hint: count === null ? undefined : formatNumber(count),
                    checked: chosen.includes(value),
                    onSelect: () => onChange(toggled(state, identifier, value)),
                  })),
                },
              ]}
            />
          )
        })}
    </div>
    {isNarrowed(state) && (
      <div className="flex flex-wrap items-center gap-1.5">
        {Object.entries(state.chosen).flatMap(([identifier, values]) =>
          values.map((value) => (
            <Chip
              key={`${identifier} ${value}`}
              label={
                value === 'Yes'
                  ? (filters.find((each) => each.identifier === identifier)?.label ?? identifier)
                  : labelOf(identifier, value)
              }
              tone="accent"
              onRemove={() => onChange(toggled(state, identifier, value))}
            />
          )),
        )}
        <Button
          size="sm"
          variant="quiet"
          onClick={() => onChange({ ...state, search: '', chosen: {} })}
        >
          Clear
        </Button>
      </div>
    )}
  </div>
)
