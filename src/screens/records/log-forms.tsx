import { useLocal } from '../../shared/offline/device.tsx'
import { addNote } from '../../offline/activities.ts'
import { showToast } from '../../ui/toasts.tsx'
import { useAbout } from './about.ts'
import { NewVisit } from '../../shared/visits/visit-sheet.tsx'
import { TextComposer } from '../../shared/visits/text-composer.tsx'

/** The forms for a visit and a note, outside everything that depends on the layout. `half` is the key of their drafts. */
export const LogForms = ({
  half,
  open,
  onOpenChange,
  onVisit,
}: {
  half: string
  open: string | null
  onOpenChange: (form: string | null) => void
  /** Called with the id of a visit, once it is on this device. */
  onVisit: (id: string) => void
}) => {
  const local = useLocal()
  const about = useAbout()
  const { category, recordId, name } = about
  const note = async (text: string): Promise<void> => {
    await addNote(local, { category, recordId }, text)
    showToast({ title: 'Note saved' })
  }
  return (
    <>
      <NewVisit
        about={about}
        onSaved={onVisit}
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
