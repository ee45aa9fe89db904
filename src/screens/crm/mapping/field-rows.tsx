import { useState } from 'react'
import type { FieldMapping, ObjectMapping } from '../../../../contract/money/crm.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { ruleOptions, sideCopy } from './copy.ts'
import { addField, fieldOptions, maxFields, removeAt, replaceAt, usedFields } from './edit.ts'
import type { Mapped, Side } from './use-mapping.ts'
import { ValueChoices } from './value-choices.tsx'

type Parts = {
  side: Side
  label: string
  mapping: ObjectMapping
  facts: Mapped['facts'][Side]
  fields: Mapped['fields'][Side]
  onChange: (fields: FieldMapping[]) => void
}

/** Our facts, the field that each goes into, and when it is written. */
export const FieldRows = (parts: Parts) => {
  const { side, label, mapping, facts, fields, onChange } = parts
  const used = usedFields(mapping)
  const nameOf = (from: string): string => facts.find(({ key }) => key === from)?.label ?? from
  return (
    <section aria-label={`${sideCopy[side].title}: fields`} className="flex flex-col gap-2">
      {mapping.fields.length === 0 ? (
        <p className="text-14 text-ink-soft">Add what goes into {label}.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          <li aria-hidden className={cx('hidden pb-1 text-13 text-ink-faint', columns)}>
            <span>Fieldbook</span>
            <span>{label}</span>
            <span>When to write</span>
          </li>
          {mapping.fields.map((row, index) => {
            const name = nameOf(row.from)
            return (
              <li
                key={keyOf(mapping.fields, index)}
                className={cx('flex flex-wrap items-center gap-x-2 gap-y-1 py-2', columns)}
              >
                <span className="min-w-0 flex-1 basis-[calc(100%-10rem)] text-14 font-medium wrap-anywhere">
                  {name}
                </span>
                <SelectField
                  label={`${name} goes into`}
                  labelHidden
                  className="flex-1 basis-3/5 max-lg:order-2"
                  options={fieldOptions(fields, used, row.to)}
                  value={row.to}
                  onValueChange={(to) => {
                    const { from, rule } = row
                    onChange(replaceAt(mapping.fields, index, { from, to, rule }))
                  }}
                />
                <SelectField
                  label={`When to write ${name}`}
                  labelHidden
                  className="w-38 lg:w-auto"
                  options={ruleOptions}
                  value={row.rule}
                  onValueChange={(rule) =>
                    onChange(replaceAt(mapping.fields, index, { ...row, rule }))
                  }
                />
                <span className="max-lg:order-3">
                  <IconButton
                    icon="close"
                    label={`Remove ${name}`}
                    onClick={() => onChange(removeAt(mapping.fields, index))}
                  />
                </span>
                <ValueChoices
                  name={name}
                  values={facts.find(({ key }) => key === row.from)?.values ?? []}
                  options={fields.find((field) => field.name === row.to)?.choices ?? []}
                  choices={row.choices ?? {}}
                  onChange={(choices) =>
                    onChange(replaceAt(mapping.fields, index, { ...row, choices }))
                  }
                />
              </li>
            )
          })}
        </ul>
      )}
      {mapping.fields.length < maxFields && <AddField {...parts} used={used} />}
    </section>
  )
}

/** A line each in a wide window; beside the navigation of the settings, narrower ones need two. */
const columns = 'lg:grid lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_9.5rem_--spacing(11)]'

/** Stays while the row changes, so that it does not lose the focus. */
const keyOf = (rows: readonly FieldMapping[], at: number): string => {
  const from = rows[at]?.from ?? ''
  return `${from} ${rows.slice(0, at).filter((row) => row.from === from).length}`
}

const AddField = ({
  side,
  label,
  mapping,
  facts,
  fields,
  used,
  onChange,
}: Parts & { used: ReadonlySet<string> }) => {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const { title } = sideCopy[side]
  return (
    <fieldset className="grid items-end gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <legend className="sr-only">{title}: add a field</legend>
      <SelectField
        label="From Fieldbook"
        options={[
          { value: '', label: 'Choose…' },
          ...facts.map(({ key, label: fact }) => ({ value: key, label: fact })),
        ]}
        value={from}
        onValueChange={setFrom}
      />
      <SelectField
        label={`Into ${label}`}
        options={[{ value: '', label: 'Choose…' }, ...fieldOptions(fields, used, '')]}
        value={to}
        onValueChange={setTo}
      />
      <Button
        icon="plus"
        aria-label={`${title}: add this field`}
        disabledReason={from === '' || to === '' ? 'Choose both first' : undefined}
        onClick={() => {
          onChange(addField(mapping, from, to))
          setFrom('')
          setTo('')
        }}
      >
        Add
      </Button>
    </fieldset>
  )
}
