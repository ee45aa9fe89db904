import type { Category } from '../../../contract/records/records.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'

const names: readonly { category: Category; label: string }[] = [
  { category: 'company', label: 'Companies' },
  { category: 'people', label: 'People' },
]

/** Chooses the categories to search (spec 4); turning the last one off turns the other on. */
export const CategoryToggles = ({
  wanted,
  onWantedChange,
}: {
  wanted: Readonly<Record<Category, boolean>>
  onWantedChange: (wanted: Record<Category, boolean>) => void
}) => (
  <div role="group" aria-label="Search in" className="flex gap-1.5 py-2">
    {names.map(({ category, label }) => (
      <button
        key={category}
        type="button"
        aria-pressed={wanted[category]}
        onClick={() => onWantedChange(toggleCategory(wanted, category))}
        className={cx(
          'inline-flex h-control items-center gap-1.5 rounded-full border px-3 text-13 font-medium transition-colors pointer-fine:h-7',
          wanted[category]
            ? 'border-transparent bg-accent-soft text-accent-strong'
            : 'border-line text-ink-faint hover:text-ink',
        )}
      >
        {wanted[category] && <Icon name="check" size={14} />}
        {label}
      </button>
    ))}
  </div>
)

export const toggleCategory = (
  wanted: Readonly<Record<Category, boolean>>,
  category: Category,
): Record<Category, boolean> => {
  const next = { ...wanted, [category]: !wanted[category] }
  const other = category === 'company' ? 'people' : 'company'
  return next.company || next.people ? next : { ...next, [other]: true }
}
