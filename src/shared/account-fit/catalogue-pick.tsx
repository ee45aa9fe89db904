import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { filterOf, valueLabel } from '../../../contract/search/filters.ts'
import type { FilterOption } from '../../../contract/search/search.ts'
import { useApi } from '../../lib/use-api.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Chip } from '../../ui/chip.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { NoneYet, ReadOnlyLabel } from './read-only.tsx'

export const CataloguePick = ({
  identifier,
  label,
  hint,
  placeholder = 'Search',
  country,
  chosen,
  onAdd,
  onRemove,
}: {
  identifier: string
  label: string
  hint: string
  placeholder?: string
  /** Offers the locations of one country. */
  country?: 'AU' | 'NZ'
  chosen: readonly string[]
  onAdd: (option: FilterOption) => void
  onRemove: (value: string) => void
}) => {
  const [open, setOpen] = useState(false)
  const [term, setTerm] = useState('')
  return (
    <div className="flex flex-col gap-2">
      <ReadOnlyLabel>{label}</ReadOnlyLabel>
      <div
        // The options overlay what follows, so that closing them moves nothing under the pointer.
        className="relative in-[fieldset:disabled]:hidden"
        onFocus={() => setOpen(true)}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
        }}
      >
        <TextField
          label={label}
          icon="search"
          clearable
          placeholder={placeholder}
          maxLength={120}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setOpen(false)
          }}
          value={term}
          onValueChange={(next) => {
            setTerm(next)
            setOpen(true)
          }}
        />
        {open && <Found {...{ identifier, label, term, country, chosen, onAdd, onRemove }} />}
      </div>
      <p className="text-12 text-ink-faint in-[fieldset:disabled]:hidden">{hint}</p>
      <NoneYet when={chosen.length === 0} readOnly />
      <ChosenValues {...{ identifier, label, chosen, onRemove }} />
    </div>
  )
}

export const ChosenValues = ({
  identifier,
  label,
  chosen,
  onRemove,
}: {
  identifier: string
  label: string
  chosen: readonly string[]
  onRemove: (value: string) => void
}) =>
  chosen.length > 0 && (
    <ul aria-label={`${label}, chosen`} className="flex flex-wrap gap-1.5">
      {chosen.map((value) => (
        <li key={value} className="max-w-full">
          <Chip tone="accent" label={labelOf(identifier, value)} onRemove={() => onRemove(value)} />
        </li>
      ))}
    </ul>
  )

const Found = ({
  identifier,
  label,
  term,
  country,
  chosen,
  onAdd,
  onRemove,
}: {
  identifier: string
  label: string
  term: string
  country: 'AU' | 'NZ' | undefined
  chosen: readonly string[]
  onAdd: (option: FilterOption) => void
  onRemove: (value: string) => void
}) => {
  const api = useApi()
  const searchTerm = useDebounced(term.trim(), 200)
  const found = useQuery({
    queryKey: ['intelligence-options', identifier, searchTerm, country],
    queryFn: ({ signal }) =>
      api.searchFilterOptions({ identifier, searchTerm, country, from: 0, size: 8 }, { signal }),
    placeholderData: keepPreviousData,
  })
  if (found.isError)
    return (
      <p role="alert" className="text-13 text-danger">
        Failed to fetch search results
      </p>
    )
  const options = (found.data?.records ?? []).filter(
    ({ value }) => country === undefined || value.split('/')[0] === country,
  )
  return (
    <div
      role="group"
      // Not focusable, so that a press on a label keeps the focus in the field.
      tabIndex={-1}
      aria-label={`Choose ${label.toLowerCase()}`}
      className="absolute inset-x-0 top-full z-20 mt-1 max-h-80 overflow-y-auto rounded-md border border-line bg-card px-3 py-1 shadow-overlay outline-none scroll-quiet"
    >
      {options.map((option) => (
        <Checkbox
          key={option.value}
          className="py-1.5"
          label={
            <>
              {option.label}
              {/* The label of a location names its state. */}
              {option.parent !== undefined && identifier !== 'location' && (
                <span className="ml-1.5 text-12 text-ink-faint">
                  in {labelOf(identifier, option.parent)}
                </span>
              )}
            </>
          }
          checked={chosen.includes(option.value)}
          onCheckedChange={(isChecked) => (isChecked ? onAdd(option) : onRemove(option.value))}
        />
      ))}
      <p role="status" className="text-13 text-ink-faint empty:hidden">
        {found.isSuccess && options.length === 0 ? 'No matches.' : ''}
      </p>
    </div>
  )
}

const labelOf = (identifier: string, value: string): string => {
  const filter = filterOf(identifier)
  return filter ? valueLabel(filter, value) : value
}
