import { NewFollowUp } from '../../shared/visits/follow-up-sheet.tsx'
import { NoteComposer } from '../../shared/visits/note-composer.tsx'
import { NewVisit } from '../../shared/visits/visit-sheet.tsx'
import { useAbout } from './about.ts'

/** The forms for a visit, a note and a follow-up, outside everything that depends on the layout. `half` is the key of their drafts. */
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
  const about = useAbout()
  return (
    <>
      <NewVisit
        about={about}
        onSaved={onVisit}
        half={`${half} visit`}
        open={open === 'visit'}
        onOpenChange={(is) => onOpenChange(is ? 'visit' : null)}
      />
      <NoteComposer
        about={about}
        half={`${half} note`}
        open={open === 'note'}
        onOpenChange={(is) => onOpenChange(is ? 'note' : null)}
      />
      <NewFollowUp
        about={about}
        origin={null}
        half={`${half} follow-up`}
        open={open === 'follow-up'}
        onOpenChange={(is) => onOpenChange(is ? 'follow-up' : null)}
      />
    </>
  )
}
