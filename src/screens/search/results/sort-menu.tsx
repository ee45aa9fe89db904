import { Menu, type MenuProps } from '../../../ui/menu.tsx'
import { useSearchHandle } from '../search-context.ts'
import { firstOrder, offeredSorts, sortOf, withSort, type Sort } from '../search-state.ts'

const names: Record<string, string> = {
  relevance: 'Relevance',
  employees: 'Employees',
  name: 'Name',
  revenue: 'Revenue',
  founded: 'Founded',
  verified_at: 'Verified',
  signal_count: 'Signals',
  distance: 'Distance',
  fit: 'Fit',
  seniority: 'Seniority',
  company: 'Company',
  role_start: 'Time in role',
}

/** The order in words: 'Employees, most first'. */
export const sortLabel = ({ field, order }: Sort): string =>
  `${names[field] ?? field}, ${(orderLabels[field] ?? orderLabels['number'])?.[order] ?? ''}`

const orderLabels: Record<string, Record<'asc' | 'desc', string>> = {
  number: { asc: 'least first', desc: 'most first' },
  name: { asc: 'A to Z', desc: 'Z to A' },
  company: { asc: 'A to Z', desc: 'Z to A' },
  founded: { asc: 'oldest first', desc: 'newest first' },
  verified_at: { asc: 'oldest first', desc: 'newest first' },
  role_start: { asc: 'longest first', desc: 'newest first' },
  distance: { asc: 'nearest first', desc: 'farthest first' },
  seniority: { asc: 'highest first', desc: 'lowest first' },
  relevance: { asc: 'worst first', desc: 'best first' },
  fit: { asc: 'worst first', desc: 'best first' },
}

/** `looks`: how the thumb bar of a phone draws its button. */
export const SortMenu = (looks: Pick<MenuProps, 'buttonContent' | 'className'>) => {
  const { state, change } = useSearchHandle()
  const now = sortOf(state, state.tab)
  const orderAfter = (field: string): Sort => ({
    field,
    order: field !== now.field ? firstOrder(field) : now.order === 'asc' ? 'desc' : 'asc',
  })
  return (
    <Menu
      label={`Sort: ${sortLabel(now)}`}
      icon={now.order === 'asc' ? 'sort-asc' : 'sort-desc'}
      text={<span className="@max-2xl:hidden">{names[now.field] ?? now.field}</span>}
      size="sm"
      variant="quiet"
      {...looks}
      groups={[
        {
          heading: 'Sort by',
          items: offeredSorts(state.criteria, state.tab).map((field) => ({
            label: names[field] ?? field,
            hint: field === now.field ? sortLabel(now).split(', ')[1] : undefined,
            checked: field === now.field,
            onSelect: () => change((before) => withSort(before, orderAfter(field))),
          })),
        },
      ]}
    />
  )
}
