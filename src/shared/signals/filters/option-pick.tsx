import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  autocompleteAfter,
  autocompletePageSize,
  optionPageSize,
} from '../../../../contract/constants.ts'
import type { SignalFilter } from '../../../../contract/signals/signal-filters.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { ApiClient } from '../../../lib/api.ts'
import { useApi } from '../../../lib/use-api.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { toggleValue, formatFilterValue } from '../filter-values.ts'

/** The chosen locations or records, with a field that finds more. Offers the most frequent locations at once. */
export const OptionPick = ({
  filter: { identifier, label },
  values,
  names,
  onValues,
}: {
  filter: SignalFilter
  values: readonly string[]
  names: ReadonlyMap<string, string>
  onValues: (values: readonly string[]) => void
}) => {
  const api = useApi()
  const [term, setTerm] = useState('')
  const typed = useDebounced(term.trim(), 250)
  const enabled = identifier === 'location' || typed.length > autocompleteAfter
  const found = useQuery({
    queryKey: ['signals', 'options', identifier, typed],
    queryFn: ({ signal }) => find(api, identifier, typed, signal),
    enabled,
    placeholderData: keepPreviousData,
  })
  const more = enabled ? (found.data ?? []).filter(({ value }) => !values.includes(value)) : []
  const shown = [
    ...values.map((value) => ({
      value,
      label: formatFilterValue(identifier, value, names),
      in: '',
    })),
    ...more,
  ]
  return (
    <>
      <TextField
        label={`Find: ${label}`}
        labelHidden
        icon="search"
        placeholder={identifier === 'location' ? 'Find a place' : 'Type at least 3 letters'}
        maxLength={120}
        clearable
        value={term}
        onValueChange={setTerm}
      />
      <div role="group" aria-label={label} className="lg:max-h-72 lg:overflow-y-auto scroll-quiet">
        {shown.map((option) => (
          <Checkbox
            key={option.value}
            label={
              <>
                {option.label}
                {option.in !== '' && (
                  <span className="ml-1.5 text-12 text-ink-faint">{option.in}</span>
                )}
              </>
            }
            checked={values.includes(option.value)}
            onCheckedChange={() => onValues(toggleValue(values, option.value))}
          />
        ))}
      </div>
      <p role="status" className="text-13 text-ink-faint empty:hidden">
        {found.isError
          ? 'Failed to fetch search results'
          : enabled && found.isSuccess && !found.isPlaceholderData && more.length === 0
            ? 'No matches.'
            : ''}
      </p>
    </>
  )
}

type Found = { value: string; label: string; in: string }

const find = async (
  api: ApiClient,
  identifier: string,
  term: string,
  signal: AbortSignal,
): Promise<Found[]> => {
  if (identifier === 'location') {
    const input = { identifier, searchTerm: term, from: 0, size: optionPageSize }
    const { records } = await api.searchFilterOptions(input, { signal })
    return records.map(({ value, label, parent }) => ({
      value,
      label,
      in: parent === undefined ? '' : formatFilterValue(identifier, parent, new Map()),
    }))
  }
  const input = { q: term, from: 0, size: autocompletePageSize }
  const { records } = await (identifier === 'company'
    ? api.autocompleteCompanies(input, { signal })
    : api.autocompletePeople(input, { signal }))
  return records.map(({ id, name, position, location }) => ({
    value: id,
    label: name,
    in: [position, location].filter((part) => part !== undefined).join(', '),
  }))
}
