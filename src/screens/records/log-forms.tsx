import { useLocal } from '../../shared/offline/device.tsx'
import { addNote } from '../../offline/activities.ts'
import { showToast } from '../../ui/toasts.tsx'
import { useAbout } from './about.ts'
import { NewVisit } from './visit-composer.tsx'
import { TextComposer } from './text-composer.tsx'

/** The forms for a visit and a note, outside everything that depends on the layout. `half` is the key of their drafts. */
export const LogForms = ({
  half,
  open,
  onOpenChange,
}: {
  half: string
  open: string | null
  onOpenChange: (form: string | null) => void
}) => {
  const local = useLocal()
  const { category, recordId, name } = useAbout()
  const note = async (text: string): Promise<void> => {
    await addNote(local, { category, recordId }, text)
    showToast({ title: 'Note saved' })
  }
  return (
    <>
      <NewVisit
        half={`${half} visit`}
        open={open === 'visit'}
        onOpenChange={(is) => onOpenChange(is ? 'visit' : null)}
      />
      <TextComposer
        half={`${half} note`}
        open={open === 'note'}
        onOpenChange={(is) => onOpenChange(is ? 'note' : null)}
        title={`Note on ${name}`}
        label="Note"
        action="Save note"
        save={note}
      />
    </>
  )
}
