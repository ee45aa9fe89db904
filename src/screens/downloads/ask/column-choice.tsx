import { useState } from 'react'
import { defaultColumns } from '../../../../contract/records/export-columns.ts'
import type { Category } from '../../../../contract/records/records.ts'
import { formatCount } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ColumnOrder } from './column-order.tsx'
import { groupColumns, knownColumns, moveKey } from './columns.ts'
import { Templates } from './templates.tsx'

export const ColumnChoice = ({
  category,
  keys,
  onChange,
}: {
  category: Category
  keys: readonly string[]
  onChange: (keys: readonly string[]) => void
}) => {
  const [open, setOpen] = useState(false)
  const [searchTerm, setSearchTerm] = useState('')
  const chosen = knownColumns(category, keys)
  const groups = groupColumns(category, searchTerm)
  const toggle = (key: string): void =>
    onChange(keys.includes(key) ? keys.filter((each) => each !== key) : [...keys, key])
  return (
    <section aria-label="Columns" className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 text-14">
          <span className="font-medium">{formatCount(chosen.length, 'column', 'columns')}</span>
          {!open && (
            <span className="block truncate text-13 text-ink-soft">
              {chosen.map(({ label }) => label).join(', ')}
            </span>
          )}
        </p>
        <Button size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Done' : 'Choose columns'}
        </Button>
      </div>
      <Templates category={category} keys={keys} open={open} onUse={onChange} />
      {open && (
        <div className="grid gap-x-5 gap-y-3 rounded-sm border border-line p-3 sm:grid-cols-[2fr_3fr]">
          <div className="flex min-w-0 flex-col gap-1">
            <TextField
              label="Search columns"
              labelHidden
              icon="search"
              placeholder="Search columns"
              clearable
              value={searchTerm}
              onValueChange={setSearchTerm}
              // In a dialog, Enter would request the download.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
            <div className="max-h-72 overflow-y-auto scroll-quiet">
              {groups.map(({ group, columns }) => (
                <fieldset key={group} className="pt-2">
                  <legend className="text-12 font-medium text-ink-faint">{group}</legend>
                  {columns.map(({ key, label }) => (
                    <Checkbox
                      key={key}
                      label={label}
                      checked={keys.includes(key)}
                      onCheckedChange={() => toggle(key)}
                      disabledReason={
                        chosen.length === 1 && keys.includes(key) ? 'the only one' : undefined
                      }
                    />
                  ))}
                </fieldset>
              ))}
              {groups.length === 0 && (
                <p className="py-3 text-14 text-ink-soft">No matching columns</p>
              )}
            </div>
          </div>
          <div className="flex min-w-0 flex-col gap-1">
            <div className="flex h-control items-center justify-between gap-2">
              <span className="text-13 font-medium text-ink-soft">In the file, in this order</span>
              <Button size="sm" variant="quiet" onClick={() => onChange(defaultColumns(category))}>
                Reset
              </Button>
            </div>
            <div className="max-h-72 overflow-y-auto scroll-quiet">
              <ColumnOrder
                columns={chosen}
                onMove={(from, to) =>
                  onChange(
                    moveKey(
                      chosen.map(({ key }) => key),
                      from,
                      to,
                    ),
                  )
                }
                onRemove={toggle}
              />
            </div>
          </div>
        </div>
      )}
    </section>
  )
}
