import { useId, useState } from 'react'
import { signalFilters, type SignalFilter } from '../../../../contract/signals/signal-filters.ts'
import type { SignalCategory, SignalFilters } from '../../../../contract/signals/signals.ts'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useLayout } from '../../../lib/use-media.ts'
import { valueWords, withValues } from '../chosen.ts'
import { useNames } from '../use-names.ts'
import { SignalFilterWidget } from './signal-filter-widget.tsx'

/** Every filter of a category of signals: closed a filter says what is chosen, open it asks. `without`: those that are asked for elsewhere. */
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
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-control w-full items-center gap-2 rounded-sm px-2 py-1.5 text-left hover:bg-sunken focus-visible:-outline-offset-2"
      >
        <span className="min-w-0 flex-1">
          <span className={cx('block text-14', (open || values.length > 0) && 'font-medium')}>
            {label}
          </span>
          {!open && values.length > 0 && (
            <span className="block truncate text-13 text-accent-strong">
              {values.map((value) => valueWords(identifier, value, names)).join(', ')}
            </span>
          )}
        </span>
        <Icon
          name="chevron-down"
          size={16}
          className={cx('text-ink-faint transition-transform', open && 'rotate-180')}
        />
      </button>
      <div id={id} hidden={!open} className="px-2 pb-3">
        {open && (
          <SignalFilterWidget filter={filter} values={values} names={names} onValues={onValues} />
        )}
      </div>
    </div>
  )
}

const nothing: readonly string[] = []

/** What one narrows by first, open where there is room. */
const opened = new Set(['company-signal-type', 'people-signal-type', 'surge_rating'])
