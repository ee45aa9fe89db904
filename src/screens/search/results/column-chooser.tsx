import { useRef, useState } from 'react'
import { columns } from '../../../../contract/records/columns.ts'
import type { Category } from '../../../../contract/records/records.ts'
import { uiState, useUiState } from '../../../lib/ui-state.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Popover, preloadPopover } from '../../../ui/popover.tsx'
import { useColumnChoice } from '../column-choice.ts'
import { moveColumn, shownColumns, withColumn } from './columns.ts'

/** Chooses the columns of the table, their order and the row height; the first column always stays. */
export const ColumnChooser = ({ category }: { category: Category }) => {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const { chosen, choose, reset } = useColumnChoice(category)
  const { density } = useUiState()
  const shown = shownColumns(category, chosen.keys).map(({ key }) => key)
  const others = columns[category].filter(({ key }) => !shown.includes(key))
  const inOrder = [...shownColumns(category, chosen.keys), ...others]
  const standard = chosen.keys === null && Object.keys(chosen.widths).length === 0
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
        className="w-80 p-2"
      >
        <ul>
          {inOrder.map(({ key, label, locked }) => {
            const at = shown.indexOf(key)
            return (
              <li key={key} className="flex items-center rounded-sm hover:bg-sunken">
                <Checkbox
                  className="flex-1 px-2"
                  label={label}
                  checked={at !== -1}
                  disabledReason={locked === true ? 'always shown' : undefined}
                  onCheckedChange={(wanted) =>
                    choose(
                      wanted
                        ? withColumn(category, shown, key)
                        : shown.filter((other) => other !== key),
                    )
                  }
                />
                {at > 0 && (
                  <>
                    <IconButton
                      icon="chevron-up"
                      size="sm"
                      label={`Move ${label} forward`}
                      disabledReason={at === 1 ? 'Already first' : undefined}
                      onClick={() => choose(moveColumn(shown, key, -1))}
                    />
                    <IconButton
                      icon="chevron-down"
                      size="sm"
                      label={`Move ${label} back`}
                      disabledReason={at === shown.length - 1 ? 'Already last' : undefined}
                      onClick={() => choose(moveColumn(shown, key, 1))}
                    />
                  </>
                )}
              </li>
            )
          })}
        </ul>
        <div className="mt-1 flex flex-col items-start gap-1 border-t border-line pt-1">
          <Checkbox
            className="px-2"
            label="Comfortable rows"
            checked={density === 'comfortable'}
            onCheckedChange={(high) => {
              uiState.density = high ? 'comfortable' : 'auto'
            }}
          />
          <Button
            variant="quiet"
            size="sm"
            disabledReason={standard ? 'Already the default columns' : undefined}
            onClick={reset}
          >
            Reset columns{' '}
          </Button>
        </div>
      </Popover>
    </>
  )
}
