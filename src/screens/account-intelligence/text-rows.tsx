import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { NoneYet } from '../../shared/account-fit/read-only.tsx'

export const TextRows = ({
  label,
  itemLabel,
  add,
  max,
  length,
  placeholder,
  values,
  onChange,
}: {
  label: string
  /** Names an item: 'Value point'. */
  itemLabel: string
  add: string
  max: number
  length: number
  placeholder: string
  values: readonly string[]
  onChange: (values: string[]) => void
}) => (
  <fieldset className="flex flex-col gap-2">
    <legend className="pb-1 text-13 font-medium text-ink-soft">{label}</legend>
    <NoneYet when={values.length === 0} />
    {values.map((value, index) => (
      // Rows have no other key than their index.
      // oxlint-disable-next-line react/no-array-index-key
      <div key={index} className="flex items-center gap-1">
        <TextField
          label={`${itemLabel} ${index + 1}`}
          labelHidden
          placeholder={placeholder}
          maxLength={length}
          value={value}
          onValueChange={(text) => onChange(values.with(index, text))}
          className="flex-1"
        />
        <IconButton
          icon="trash"
          label={`Remove ${itemLabel.toLowerCase()} ${index + 1}`}
          onClick={() => onChange(values.toSpliced(index, 1))}
        />
      </div>
    ))}
    <Button
      variant="quiet"
      icon="plus"
      className="-ml-3.5 self-start"
      disabledReason={values.length >= max ? `At most ${max}.` : undefined}
      onClick={() => onChange([...values, ''])}
    >
      {add}
    </Button>
  </fieldset>
)
