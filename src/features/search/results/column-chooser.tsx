import { useRef, useState } from 'react'
import { columns } from '../../../../contract/columns.ts'
import type { Category } from '../../../../contract/records.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Popover, preloadPopover } from '../../../ui/popover.tsx'
import { chooseColumns, useColumnChoice } from '../column-choice.ts'
import { isShown } from './columns.ts'

/** Which columns the table shows; the first one always stays. */
export const ColumnChooser = ({ category }: { category: Category }) => {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const chosen = useColumnChoice(category)
  const shown = columns[category].filter((column) => isShown(column, chosen)).map(({ key }) => key)
  return (
    <>
      <IconButton
        ref={anchor}
        icon="columns"
        size="sm"
        label="Choose columns"
        aria-expanded={open}
        aria-haspopup="dialog"
        onPointerEnter={preloadPopover}
        onClick={() => setOpen(!open)}
      />
      <Popover
        open={open}
        onOpenChange={setOpen}
        anchor={anchor}
        label="Columns"
        align="end"
        className="w-64 p-2"
      >
        {columns[category].map((column) => (
          <Checkbox
            key={column.key}
            className="rounded-sm px-2 hover:bg-sunken"
            label={column.label}
            checked={shown.includes(column.key)}
            disabledReason={column.locked === true ? 'always shown' : undefined}
            onCheckedChange={(wanted) =>
              chooseColumns(
                category,
                wanted ? [...shown, column.key] : shown.filter((key) => key !== column.key),
              )
            }
          />
        ))}
        <Button
          variant="quiet"
          size="sm"
          disabledReason={chosen === null ? 'These are the standard columns' : undefined}
          onClick={() => chooseColumns(category, null)}
        >
          Standard columns
        </Button>
      </Popover>
    </>
  )
}
