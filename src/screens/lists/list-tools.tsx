import { useEffect, useState } from 'react'
import type { Category } from '../../../contract/records/records.ts'
import { Menu } from '../../ui/menu.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { sortsOf, withSearch, type ListState } from './list-state.ts'
import { Nearby, type Near } from './nearby.tsx'

const typingMs = 200

export const ListTools = ({
  category,
  state,
  onChange,
  near,
  onNear,
  nearReason,
}: {
  category: Category
  state: ListState
  onChange: (state: ListState) => void
  near: Near | null
  onNear: (near: Near | null) => void
  nearReason: string | undefined
}) => {
  const sorts = sortsOf[category]
  const sort = sorts.find(({ value }) => value === state.sort) ?? sorts[0]
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchText
        text={state.criteria.search}
        onText={(search) => onChange(withSearch(state, search))}
        className="min-w-40 flex-1 basis-56 sm:max-w-96"
      />
      <Nearby near={near} onChange={onNear} disabledReason={nearReason} />
      {near === null && sort !== undefined && (
        <Menu
          label={`Sorted by: ${sort.label}. Change the order`}
          icon="sort-desc"
          text={sort.label}
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
      )}
    </div>
  )
}

/** The search text, debounced. */
const SearchText = ({
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
