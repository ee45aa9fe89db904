import { columns } from '../../../../contract/records/columns.ts'
import type { Category } from '../../../../contract/records/records.ts'
import { densities, uiState, useUiState } from '../../../lib/ui-state.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { moveColumn, shownColumns, withColumn } from '../../../shared/records-table/columns.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { useColumnChoice } from '../column-choice.ts'

export const ColumnList = ({ category, space }: { category: Category; space: number }) => {
  const { chosen, choose, replace } = useColumnChoice(category)
  const { density } = useUiState()
  const touch = useMedia('(pointer: coarse)')
  const shown = shownColumns(category, chosen.keys, space).map(({ key }) => key)
  const others = columns[category].filter(({ key }) => !shown.includes(key))
  const inOrder = [...shownColumns(category, chosen.keys, space), ...others]
  const standard = chosen.keys === null && Object.keys(chosen.widths).length === 0
  return (
    <>
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
      <div className="mt-1 flex flex-col items-start gap-2 border-t border-line pt-2">
        {!touch && (
          <Segmented
            label="Row height"
            size="sm"
            className="mx-2"
            value={density}
            options={densities}
            onValueChange={(value) => {
              uiState.density = value
            }}
          />
        )}
        <Button
          variant="quiet"
          size="sm"
          disabledReason={standard ? 'Already the default columns' : undefined}
          onClick={() => replace({ keys: null, widths: {} })}
        >
          Reset columns
        </Button>
      </div>
    </>
  )
}
