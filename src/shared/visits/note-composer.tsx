import { addNote } from '../../offline/activities.ts'
import { showToast } from '../../ui/toasts.tsx'
import { useLocal } from '../offline/device.tsx'
import { TextComposer } from './text-composer.tsx'
import type { Visited } from './visit-sheet.tsx'

/** A new note on a record. */
export const NoteComposer = ({
  about: { category, recordId, name },
  half,
  open,
  onOpenChange,
}: {
  about: Visited
  /** The key of the draft. */
  half: string
  open: boolean
  onOpenChange: (open: boolean) => void
}) => {
  const local = useLocal()
  return (
    <TextComposer
      half={half}
      open={open}
      onOpenChange={onOpenChange}
      title={`Note on ${name}`}
      label="Note"
      action="Save note"
      save={async (text) => {
        await addNote(local, { category, recordId }, text)
        showToast({ title: 'Note saved' })
      }}
    />
  )
}
