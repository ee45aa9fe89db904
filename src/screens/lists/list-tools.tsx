import { useEffect, useState } from 'react'
import type { Category } from '../../../contract/records/records.ts'
import { useLayout } from '../../lib/use-media.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { sortsOf, type ListState } from './list-state.ts'

const typingMs = 200

/** The orders of a list, while it is not sorted by distance; on a phone an icon. */
export const SortMenu = ({
  category,
  state,
  onChange,
}: {
  category: Category
  state: ListState
  onChange: (state: ListState) => void
}) => {
  const sorts = sortsOf[category]
  const phone = useLayout() === 'phone'
  const sort = sorts.find(({ value }) => value === state.sort) ?? sorts[0]
  if (sort === undefined) return null
  return (
    <Menu
      label={`Sort: ${sort.label}`}
      icon="sort-desc"
      text={phone ? undefined : sort.label}
      size="sm"
      variant="quiet"
      groups={[
        {
          heading: 'Sort by',
          items: sorts.map(({ value, label }, index) => ({
            label,
            checked: value === sort.value,
            onSelect: () => onChange({ ...state, sort: index === 0 ? null : value }),
          })),
        },
      ]}
    />
  )
}

export const NotVisited = ({
  on,
  onChange,
  disabledReason,
}: {
  on: boolean
  onChange: (on: boolean) => void
  disabledReason: string | undefined
}) => (
  <Button
    size="sm"
    icon={on ? 'check' : undefined}
    aria-pressed={on}
    disabledReason={disabledReason}
    onClick={() => onChange(!on)}
  >
    Not visited
  </Button>
)

export const SearchText = ({
  text,
  onText,
  className,
}: {
  text: string
  onText: (text: string) => void
  className: string
}) => {
  const [typed, setTyped] = useState(text)
  const [lastText, setLastText] = useState(text)
  if (lastText !== text) {
    setLastText(text)
    setTyped(text)
  }
  useEffect(() => {
    if (typed === text) return undefined
    const timer = setTimeout(() => onText(typed), typingMs)
    return () => clearTimeout(timer)
  })
  return (
    <TextField
      label="Search this list"
      labelHidden
      placeholder="Search this list"
      icon="search"
      clearable
      type="search"
      maxLength={120}
      value={typed}
      onValueChange={setTyped}
      className={className}
    />
  )
}
