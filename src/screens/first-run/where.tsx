import { useEffect, useRef, useState } from 'react'
import { filterOf, valueLabel } from '../../../contract/search/filters.ts'
import { CataloguePick } from '../../shared/account-fit/catalogue-pick.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import type { Answers } from './progress.ts'

export const Where = ({
  answers: { country, region },
  onChange,
}: {
  answers: Answers
  onChange: (change: Pick<Answers, 'region'> & Partial<Answers>) => void
}) => {
  const filter = filterOf('location')
  const change = useRef<HTMLButtonElement>(null)
  const [isChosen, setIsChosen] = useState(false)
  useEffect(() => {
    // The field that had the focus is gone.
    if (isChosen) change.current?.focus()
  }, [isChosen])
  if (region !== null && filter)
    return (
      <p className="flex items-center gap-2">
        <Icon name="map-pin" size={18} className="text-accent-strong" />
        <span className="min-w-0 flex-1 text-16 font-medium wrap-anywhere">
          {valueLabel(filter, region)}
        </span>
        <Button
          ref={change}
          size="sm"
          variant="quiet"
          onClick={() => {
            setIsChosen(false)
            onChange({ region: null })
          }}
        >
          Change<span className="sr-only"> where</span>
        </Button>
      </p>
    )
  return (
    <>
      <Segmented
        label="Country"
        value={country}
        options={countries}
        className="self-start"
        onValueChange={(next) => onChange({ country: next, region: null })}
      />
      <CataloguePick
        identifier="location"
        label="Town, postcode or state"
        placeholder={country === 'NZ' ? 'For example: Hamilton' : 'For example: Geelong'}
        hint="Start with where you can drive to."
        country={country}
        chosen={[]}
        onAdd={({ value }) => {
          setIsChosen(true)
          onChange({ region: value })
        }}
        onRemove={() => onChange({ region: null })}
      />
    </>
  )
}

const countries = [
  { value: 'AU', label: 'Australia' },
  { value: 'NZ', label: 'New Zealand' },
] as const
