import { signalFilterOf } from '../../../contract/signals/signal-filters.ts'
import { typesOf } from '../../../contract/signals/signal-types.ts'
import type { SignalCategory } from '../../../contract/signals/signals.ts'
import { categoryNames } from '../../shared/signals/copy.ts'
import { toggleValue } from '../../shared/signals/filter-values.ts'
import { SignalFilterPanel } from '../../shared/signals/filters/signal-filter-panel.tsx'
import { SignalFilterWidget } from '../../shared/signals/filters/signal-filter-widget.tsx'
import { cx } from '../../ui/cx.ts'
import { FormSection } from '../../ui/form-section.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Question, type Part } from './form-section.tsx'
import { confidenceLevels, describeConfidence } from './copy.ts'

export const WatchCriteria = ({
  fields,
  set,
  categories,
}: Part & { categories: readonly SignalCategory[] }) => {
  const { category, filters, types, listIds, minConfidence } = fields
  const lists = signalFilterOf('lists')
  const offered = categories.includes(category) ? categories : [...categories, category]
  return (
    <FormSection title="What to watch for">
      {offered.length > 1 && (
        <Question title="Signals about">
          <Segmented
            label="Signals about"
            className="max-w-full overflow-x-auto scroll-quiet"
            options={offered.map((value) => ({ value, label: categoryNames[value] }))}
            value={category}
            onValueChange={(next) =>
              set({ category: next, types: [], filters: fitting(filters, next) })
            }
          />
        </Question>
      )}
      <Question title="Types" hint="Choose types, or leave blank for all.">
        <div className="flex flex-wrap gap-2">
          {typesOf(category).map(({ value, label }) => (
            <TypeChip
              key={value}
              label={label}
              chosen={types.includes(value)}
              onPress={() => set({ types: toggleValue(types, value) })}
            />
          ))}
        </div>
      </Question>
      {lists !== undefined && (
        <Question
          title="Only in these lists and saved searches"
          hint="Leave blank to watch the whole market."
        >
          <SignalFilterWidget
            filter={lists}
            values={listIds}
            names={none}
            onValues={(values) => set({ listIds: [...values] })}
          />
        </Question>
      )}
      <Question title="More filters">
        <div className="-mx-2 rounded-sm sm:mx-0 sm:border">
          <SignalFilterPanel
            key={category}
            category={category}
            filters={filters}
            without={hiddenFilters}
            onChange={(next) => set({ filters: next })}
          />
        </div>
      </Question>
      <SelectField
        label="Minimum confidence"
        className="max-w-80"
        value={String(minConfidence)}
        options={confidenceOptions(minConfidence)}
        onValueChange={(value) => set({ minConfidence: Number(value) })}
      />
    </FormSection>
  )
}

const none: ReadonlyMap<string, string> = new Map()

/** Types and lists have their own fields, and future signals have no date. */
export const hiddenFilters: readonly string[] = [
  'company-signal-type',
  'people-signal-type',
  'lists',
  'when',
  'event_date',
]

/** The filters that also apply to the other category. */
const fitting = (
  filters: Part['fields']['filters'],
  category: SignalCategory,
): Part['fields']['filters'] =>
  Object.fromEntries(
    Object.entries(filters).filter(
      ([identifier]) => signalFilterOf(identifier)?.categories.includes(category) === true,
    ),
  )

const confidenceOptions = (current: number): { value: string; label: string }[] => {
  const all = confidenceLevels.includes(current) ? confidenceLevels : [...confidenceLevels, current]
  return all
    .toSorted((x, y) => x - y)
    .map((share) => ({ value: String(share), label: describeConfidence(share) }))
}

const TypeChip = ({
  label,
  chosen,
  onPress,
}: {
  label: string
  chosen: boolean
  onPress: () => void
}) => (
  <button
    type="button"
    aria-pressed={chosen}
    onClick={onPress}
    className={cx(
      'inline-flex h-control items-center gap-1.5 rounded-full border px-3.5 text-14 transition-colors pointer-fine:h-8 pointer-fine:px-3 pointer-fine:text-13',
      chosen
        ? 'border-accent bg-accent-soft font-medium text-accent-strong'
        : 'border-line bg-card text-ink-soft hover:border-line-strong',
    )}
  >
    {chosen && <Icon name="check" size={15} />}
    {label}
  </button>
)
