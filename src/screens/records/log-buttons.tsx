import { useLocal } from '../../shared/offline/device.tsx'
import { useStorageRefusal } from '../../shared/offline/read-failure.ts'
import { addNote } from '../../offline/activities.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useAbout } from './about.ts'
import { useHalfOpen } from './half-written.ts'
import { NewVisit } from './visit-composer.tsx'
import { TextComposer } from './text-composer.tsx'

export const LogButtons = () => {
  const local = useLocal()
  const { category, recordId, name } = useAbout()
  const half = `${local.device.name} ${recordId}`
  const cannotSaveReason = useStorageRefusal()
  const [open, setOpen] = useHalfOpen(`${half} open`)
  const note = async (text: string): Promise<void> => {
    await addNote(local, { category, recordId }, text)
    showToast({ title: 'Note saved' })
  }
  return (
    <>
      <p className="flex gap-2 py-1.5 *:flex-1 sm:*:flex-none">
        <Button
          variant="primary"
          icon="map-pin"
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
        half={`${half} visit`}
        open={open === 'visit'}
        onOpenChange={(is) => setOpen(is ? 'visit' : null)}
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
