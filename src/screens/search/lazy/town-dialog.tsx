import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FoundTown } from '../../../../contract/search/search.ts'
import { useApi } from '../../../lib/use-api.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'

/** Chooses a town or suburb by its name or postcode. */
export const TownDialog = ({
  onClose,
  onChoose,
}: {
  onClose: () => void
  onChoose: (town: FoundTown) => void
}) => {
  const api = useApi()
  const [term, setTerm] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const q = useDebounced(term.trim(), 200)
  const { data, isError, refetch } = useQuery({
    queryKey: ['towns', q],
    queryFn: ({ signal }) => api.searchTowns({ q, size: 8 }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
  const towns = data?.records ?? []
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      size="sm"
      position="top"
      title="Near a town"
      initialFocus={field}
    >
      <form
        className="flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          const [first] = towns
          if (first) onChoose(first)
        }}
      >
        <TextField
          ref={field}
          label="Town, suburb or postcode"
          icon="search"
          value={term}
          onValueChange={setTerm}
          maxLength={120}
          autoComplete="off"
        />
        {isError ? (
          <p role="alert" className="flex items-center gap-2 text-13 text-danger">
            We couldn’t load towns.
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          </p>
        ) : (
          <ul aria-label="Towns" className="-mx-2 flex flex-col">
            {towns.map((town) => (
              <li key={town.value}>
                <button
                  type="button"
                  className="flex h-control w-full items-center rounded-sm px-2 text-left text-14 hover:bg-sunken"
                  onClick={() => onChoose(town)}
                >
                  {town.label}
                </button>
              </li>
            ))}
            {data?.total === 0 && (
              <li className="px-2 py-2 text-13 text-ink-soft">
                No towns match. Check the spelling.
              </li>
            )}
          </ul>
        )}
      </form>
    </Dialog>
  )
}
