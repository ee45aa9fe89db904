import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { NoneYet } from './section.tsx'

/** One line of text after another, each with a way out. */
export const TextRows = ({
  label,
  one,
  add,
  most,
  length,
  placeholder,
  values,
  onChange,
}: {
  label: string
  /** What one of them is called: 'Value point'. */
  one: string
  add: string
  most: number
  length: number
  placeholder: string
  values: readonly string[]
  onChange: (values: string[]) => void
}) => (
  <fieldset className="flex flex-col gap-2">
    <legend className="pb-1 text-13 font-medium text-ink-soft">{label}</legend>
    <NoneYet when={values.length === 0} />
    {values.map((value, index) => (
      // Rows have no name of their own but their place.
      // oxlint-disable-next-line react/no-array-index-key
      <div key={index} className="flex items-center gap-1">
        <TextField
          label={`${one} ${index + 1}`}
          labelHidden
          placeholder={placeholder}
          maxLength={length}
          value={value}
          onValueChange={(text) => onChange(values.with(index, text))}
          className="flex-1"
        />
        <IconButton
          icon="trash"
          label={`Remove ${one.toLowerCase()} ${index + 1}`}
          onClick={() => onChange(values.toSpliced(index, 1))}
        />
      </div>
    ))}
    <Button
      variant="quiet"
      icon="plus"
      className="self-start"
      disabledReason={values.length >= most ? `At most ${most}.` : undefined}
      onClick={() => onChange([...values, ''])}
    >
      {add}
    </Button>
  </fieldset>
)
