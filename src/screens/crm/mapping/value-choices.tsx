import { useId, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { DisclosureButton } from '../../../ui/disclosure-button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { withChosen, type Option } from './edit.ts'

/** What each value of a fact becomes in a field that has choices; without a choice of the admin, the one with its name. */
export const ValueChoices = ({
  name,
  values,
  options,
  choices,
  onChange,
}: {
  /** Of the fact. */
  name: string
  values: readonly string[]
  /** Of the field. */
  options: readonly Option[]
  choices: Readonly<Record<string, string>>
  onChange: (choices: Record<string, string>) => void
}) => {
  const [open, setOpen] = useState(false)
  const id = useId()
  if (values.length === 0 || options.length === 0) return null
  const unknown = values.filter((value) => !choices[value] && !named(options, value))
  return (
    <div className="order-4 basis-full lg:col-span-full">
      <DisclosureButton
        label={`Values of ${name}`}
        open={open}
        controls={id}
        summary={
          <span
            className={cx('block text-13', unknown.length === 0 ? 'text-ink-soft' : 'text-warn')}
          >
            {unknown.length === 0
              ? 'All matched'
              : `${unknown.length} of ${values.length} unmatched`}
          </span>
        }
        onToggle={() => setOpen(!open)}
      />
      <div id={id} hidden={!open} className="grid items-end gap-3 px-2 py-2 sm:grid-cols-2">
        {open &&
          values.map((value) => (
            <SelectField
              key={value}
              label={value}
              options={withDefault(options, value, choices[value])}
              value={choices[value] ?? ''}
              onValueChange={(chosen) => onChange(withChosen(choices, value, chosen))}
            />
          ))}
      </div>
    </div>
  )
}

const named = (options: readonly Option[], value: string): Option | undefined =>
  options.find(({ label }) => label.toLowerCase() === value.toLowerCase())

const withDefault = (
  options: readonly Option[],
  value: string,
  chosen: string | undefined,
): Option[] => {
  const same = named(options, value)
  const isLost = chosen !== undefined && !options.some((option) => option.value === chosen)
  return [
    { value: '', label: same ? `${same.label} (same name)` : 'Choose…' },
    ...(isLost ? [{ value: chosen, label: `${chosen} (no longer there)` }] : []),
    ...options,
  ]
}
