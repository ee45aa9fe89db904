import { useState } from 'react'
import type { ObjectMapping } from '../../../../contract/money/crm.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { sideCopy } from './copy.ts'
import { fieldOptions, maxConstants, removeAt, replaceAt, usedFields, type Field } from './edit.ts'
import type { Mapped, Side } from './use-mapping.ts'

type Constant = ObjectMapping['constants'][number]

/** Values that each new record gets. */
export const FixedValues = ({
  side,
  label,
  mapping,
  fields,
  onChange,
}: {
  side: Side
  label: string
  mapping: ObjectMapping
  fields: Mapped['fields'][Side]
  onChange: (constants: Constant[]) => void
}) => {
  const { constants } = mapping
  const [to, setTo] = useState('')
  const field = (name: string): Field | undefined => fields.find((each) => each.name === name)
  const { title } = sideCopy[side]
  return (
    <section aria-label={`${title}: fixed values`} className="flex flex-col gap-2">
      <h3 className="text-14 font-medium">Fixed values</h3>
      <p className="text-13 text-ink-soft">Every new record gets these.</p>
      {constants.map((constant, index) => (
        <div key={constant.to} className="flex items-end gap-2">
          <Value
            constant={constant}
            field={field(constant.to)}
            onChange={(value) => onChange(replaceAt(constants, index, { ...constant, value }))}
          />
          <IconButton
            icon="close"
            label={`Remove ${field(constant.to)?.label ?? constant.to}`}
            onClick={() => onChange(removeAt(constants, index))}
          />
        </div>
      ))}
      {constants.length < maxConstants && (
        <div className="flex flex-wrap items-end gap-2">
          <SelectField
            label={`Field in ${label}`}
            className="flex-1 basis-48"
            options={[
              { value: '', label: 'Choose…' },
              ...fieldOptions(fields, usedFields(mapping), ''),
            ]}
            value={to}
            onValueChange={setTo}
          />
          <Button
            icon="plus"
            aria-label={`${title}: add a fixed value`}
            disabledReason={to === '' ? 'Choose a field first' : undefined}
            onClick={() => {
              onChange([...constants, { to, value: field(to)?.choices[0]?.value ?? '' }])
              setTo('')
            }}
          >
            Add
          </Button>
        </div>
      )}
    </section>
  )
}

const Value = ({
  constant: { to, value },
  field,
  onChange,
}: {
  constant: Constant
  field: Field | undefined
  onChange: (value: string) => void
}) => {
  const name = field?.label ?? `${to} (no longer there)`
  const choices = field?.choices ?? []
  if (choices.length === 0)
    return (
      <TextField
        label={name}
        value={value}
        onValueChange={onChange}
        maxLength={255}
        error={value.trim() === '' ? 'Enter a value.' : undefined}
        className="min-w-0 flex-1"
      />
    )
  const known = choices.some((choice) => choice.value === value)
  return (
    <SelectField
      label={name}
      className="flex-1"
      options={known ? choices : [{ value, label: `${value} (no longer there)` }, ...choices]}
      value={value}
      onValueChange={onChange}
    />
  )
}
