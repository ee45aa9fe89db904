import type { RecordView } from '../../../../contract/records/records.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { isPerson } from '../../../shared/records/record-kind.ts'
import { IconButton } from '../../../ui/button.tsx'
import { addRecord } from '../add-to-list-state.ts'
import { RowMenu } from './row-menu.tsx'

/** The most used action of a result, and the menu with all others. A mouse shows them in the row it is on. */
export const RowActions = ({ record, onOpen }: { record: RecordView; onOpen: () => void }) => (
  <span className="flex pointer-fine:opacity-0 pointer-fine:group-focus-within/row:opacity-100 pointer-fine:group-hover/row:opacity-100">
    <IconButton
      icon="plus"
      size="sm"
      label={`Add ${record.name} to a list`}
      // For touch, Reveal is the one action in the row of a person.
      className={isPerson(record) ? 'pointer-coarse:hidden' : undefined}
      onClick={() => addRecord(isPerson(record) ? 'people' : 'company', record)}
    />
    <RowMenu record={record} onOpen={onOpen} />
  </span>
)

/** Their width in rem. */
export const useRowActionsWidth = (category: 'company' | 'people'): number => {
  const touch = useMedia('(pointer: coarse)')
  return !touch ? 4.25 : category === 'company' ? 5.5 : 2.75
}
