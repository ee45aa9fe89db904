import { useState } from 'react'
import { rangeOf, type SignalFilter } from '../../../../contract/signals/signal-filters.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useLive } from '../../offline/device.tsx'
import { readTopics } from '../../../offline/signals.ts'
import { toggleValue, formatFilterValue } from '../filter-values.ts'
import { useListsToChoose } from '../use-names.ts'
import { OptionPick } from './option-pick.tsx'

type Props = {
  filter: SignalFilter
  values: readonly string[]
  names: ReadonlyMap<string, string>
  onValues: (values: readonly string[]) => void
}

export const SignalFilterWidget = (props: Props) => {
  switch (props.filter.kind) {
    case 'choice':
      return <Ticks {...props} options={props.filter.options ?? []} />
    case 'lists':
      return <Lists {...props} />
    case 'days':
      return <Days {...props} />
    case 'range':
      return <Range {...props} />
    case 'topics':
      return <Topics {...props} />
    case 'text':
      return <TextTerms {...props} />
    case 'places':
    case 'records':
      return <OptionPick {...props} />
  }
}

/** About as many options as the scrolling box shows beside results. */
const shortList = 8

const Ticks = ({
  filter,
  values,
  onValues,
  options,
}: Props & { options: readonly { value: string; label: string }[] }) => {
  const [all, setAll] = useState(false)
  return (
    <>
      <div
        role="group"
        aria-label={filter.label}
        className={all ? undefined : 'lg:max-h-72 lg:overflow-y-auto scroll-quiet'}
      >
        {options.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={values.includes(value)}
            onCheckedChange={() => onValues(toggleValue(values, value))}
          />
        ))}
      </div>
      {options.length > shortList && (
        <Button
          variant="quiet"
          size="sm"
          className="max-lg:hidden"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? 'Show fewer' : `Show all ${options.length}`}
        </Button>
      )}
    </>
  )
}

const Lists = (props: Props) => {
  const own = useListsToChoose()
  return own.length === 0 ? (
    <p className="text-13 text-ink-soft">You don’t have any lists or saved searches yet.</p>
  ) : (
    <Ticks {...props} options={own} />
  )
}

const Days = ({ filter, values, onValues }: Props) => (
  <SelectField
    label={filter.label}
    labelHidden
    value={values[0] ?? ''}
    options={[{ value: '', label: 'Last 90 days' }, ...(filter.options ?? [])]}
    onValueChange={(value) => onValues(value === '' ? [] : [value])}
  />
)

const Range = ({ values, onValues }: Props) => {
  const { from, to } = rangeOf(values[0] ?? '') ?? { from: null, to: null }
  const change = (next: { from?: string; to?: string }): void => {
    const value = `${next.from ?? from ?? ''}..${next.to ?? to ?? ''}`
    onValues(rangeOf(value) === null ? [] : [value])
  }
  return (
    <div className="grid grid-cols-2 gap-2">
      <TextField
        type="date"
        label="From"
        max={to ?? undefined}
        value={from ?? ''}
        onValueChange={(day) => change({ from: day })}
      />
      <TextField
        type="date"
        label="To"
        min={from ?? undefined}
        value={to ?? ''}
        onValueChange={(day) => change({ to: day })}
      />
    </div>
  )
}

const offered = 12

/** Offers the topics of the signals on this device; the user can type any other. */
const Topics = (props: Props) => {
  const { filter, values, onValues } = props
  const [term, setTerm] = useState('')
  const seen = useLive(readTopics) ?? []
  const typed = term.trim()
  const fitting = seen
    .filter((topic) => topic.toLowerCase().includes(typed.toLowerCase()) && !values.includes(topic))
    .slice(0, offered)
  const exact = [...seen, ...values].some((topic) => topic.toLowerCase() === typed.toLowerCase())
  const chosen = [...values, ...fitting]
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const [first = typed] = exact ? fitting : [typed]
        if (first !== '') onValues([...new Set([...values, first])])
        setTerm('')
      }}
    >
      <TextField
        label={`Find ${filter.label.toLowerCase()}`}
        labelHidden
        icon="search"
        placeholder="Find a topic"
        maxLength={120}
        clearable
        value={term}
        onValueChange={setTerm}
      />
      <Ticks {...props} options={chosen.map((value) => ({ value, label: value }))} />
      {typed.length > 1 && !exact && (
        <Button type="submit" size="sm" variant="quiet" icon="plus">
          Add “{typed}”
        </Button>
      )}
    </form>
  )
}

const TextTerms = ({ filter, values, names, onValues }: Props) => {
  const [typed, setTyped] = useState('')
  const term = typed.trim()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (term.length < 2) return
        onValues([...new Set([...values, term])])
        setTyped('')
      }}
    >
      <div className="flex items-end gap-2">
        <TextField
          label={filter.label}
          labelHidden
          placeholder="Exact words"
          maxLength={120}
          className="flex-1"
          value={typed}
          onValueChange={setTyped}
        />
        <Button
          type="submit"
          icon="plus"
          disabledReason={term.length < 2 ? 'Type at least 2 letters' : undefined}
        >
          Add
        </Button>
      </div>
      <Ticks
        {...{ filter, values, names, onValues }}
        options={values.map((value) => ({
          value,
          label: formatFilterValue(filter.identifier, value, names),
        }))}
      />
    </form>
  )
}
