import { useId, useState } from 'react'
import { SelectField } from './select-field.tsx'
import { TextField } from './text-field.tsx'

type Props = {
  label: string
  /** With labels that differ. */
  options: readonly { value: string; label: string }[]
  value: string
  onValueChange: (value: string) => void
}

/** More are hard to find in a list. */
const maxListed = 10

/** A choice of one; where there are many, typing finds it. */
export const SearchSelect = (props: Props) =>
  props.options.length > maxListed ? <TypedSelect {...props} /> : <SelectField {...props} />

const TypedSelect = ({ label, options, value, onValueChange }: Props) => {
  const id = useId()
  /** Null while the field does not have the focus. */
  const [typed, setTyped] = useState<string | null>(null)
  const chosen = options.find((option) => option.value === value)?.label ?? ''
  return (
    <div>
      <TextField
        label={label}
        list={id}
        placeholder={chosen}
        value={typed ?? chosen}
        onFocus={() => setTyped('')}
        onBlur={() => setTyped(null)}
        onValueChange={(next) => {
          setTyped(next)
          const found = options.find((option) => option.label === next)
          if (found) onValueChange(found.value)
        }}
      />
      <datalist id={id}>
        {options.map((option) => (
          <option key={option.value}>{option.label}</option>
        ))}
      </datalist>
    </div>
  )
}
