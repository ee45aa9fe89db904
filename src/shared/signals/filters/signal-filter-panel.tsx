import { useId, useState } from 'react'
import { signalFilters, type SignalFilter } from '../../../../contract/signals/signal-filters.ts'
import type { SignalCategory, SignalFilters } from '../../../../contract/signals/signals.ts'
import { DisclosureButton } from '../../../ui/disclosure-button.tsx'
import { useLayout } from '../../../lib/use-media.ts'
import { formatFilterValue, withValues } from '../filter-values.ts'
import { useNames } from '../use-names.ts'
import { SignalFilterWidget } from './signal-filter-widget.tsx'

/** All filters of a category of signals; a closed filter shows its chosen values. `without`: filters that the screen shows elsewhere. */
export const SignalFilterPanel = ({
  category,
  filters,
  onChange,
  without = nothing,
}: {
  category: SignalCategory
  filters: SignalFilters
  onChange: (filters: SignalFilters) => void
  without?: readonly string[]
}) => {
  const names = useNames(filters)
  return (
    <div className="flex flex-col px-2 py-1">
      {signalFilters
        .filter(
          ({ identifier, categories }) =>
            categories.includes(category) && !without.includes(identifier),
        )
        .map((filter) => (
          <Section
            key={filter.identifier}
            filter={filter}
            values={filters[filter.identifier] ?? []}
            names={names}
            onValues={(values) => onChange(withValues(filters, filter.identifier, values))}
          />
        ))}
    </div>
  )
}

const Section = ({
  filter,
  values,
  names,
  onValues,
}: {
  filter: SignalFilter
  values: readonly string[]
  names: ReadonlyMap<string, string>
  onValues: (values: readonly string[]) => void
}) => {
  const { identifier, label } = filter
  const layout = useLayout()
  const [open, setOpen] = useState(layout === 'desk' && opened.has(identifier))
  const id = useId()
  return (
    <div>
      <DisclosureButton
        label={label}
        open={open}
        controls={id}
        summary={
          values.length > 0 ? (
            <span className="block truncate text-13 text-accent-strong">
              {values.map((value) => formatFilterValue(identifier, value, names)).join(', ')}
            </span>
          ) : null
        }
        onToggle={() => setOpen(!open)}
      />
      <div id={id} hidden={!open} className="px-2 pb-3">
        {open && (
          <SignalFilterWidget filter={filter} values={values} names={names} onValues={onValues} />
        )}
      </div>
    </div>
  )
}

const nothing: readonly string[] = []

/** The filters used first, open if they fit. */
const opened = new Set(['company-signal-type', 'people-signal-type', 'surge_rating'])
