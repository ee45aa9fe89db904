import { useState } from 'react'
import { useLocal } from '../../shared/offline/device.tsx'
import { useStorageRefusal } from '../../shared/offline/read-failure.ts'
import { useHalfOpen } from '../../shared/visits/half-written.ts'
import { SavedVisit, type SavedVisitRow } from '../../shared/visits/saved-visit.tsx'
import { NewVisit } from '../../shared/visits/visit-sheet.tsx'
import { addNote } from '../../offline/activities.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useAbout } from './about.ts'
import { TextComposer } from './text-composer.tsx'

export const LogButtons = () => {
  const local = useLocal()
  const about = useAbout()
  const { category, recordId, name } = about
  const half = `${local.device.name} ${recordId}`
  const cannotSaveReason = useStorageRefusal()
  const [open, setOpen] = useHalfOpen(`${half} open`)
  const [saved, setSaved] = useState<SavedVisitRow | null>(null)
  const note = async (text: string): Promise<void> => {
    await addNote(local, { category, recordId }, text)
    showToast({ title: 'Note saved' })
  }
  return (
    <>
      <div className="max-sm:-mx-4 max-sm:-mt-1">
        <SavedVisit visit={saved} onClose={() => setSaved(null)} />
      </div>
      <p className="flex gap-2 py-1.5 *:flex-1 sm:*:flex-none">
        <Button
          variant="primary"
          icon="visit"
          disabledReason={cannotSaveReason}
          onClick={() => setOpen('visit')}
        >
          Log visit
        </Button>
        <Button icon="edit" disabledReason={cannotSaveReason} onClick={() => setOpen('note')}>
          Add note
        </Button>
      </p>
      <NewVisit
        about={about}
        half={`${half} visit`}
        open={open === 'visit'}
        onOpenChange={(is) => setOpen(is ? 'visit' : null)}
        onSaved={(id) => setSaved({ id, recordId })}
      />
      <TextComposer
        half={`${half} note`}
        open={open === 'note'}
        onOpenChange={(is) => setOpen(is ? 'note' : null)}
        title={`Note on ${name}`}
        label="Note"
        action="Save note"
        save={note}
      />
    </>
  )
}
