import { useLocal } from '../../shared/offline/device.tsx'
import { bringBack, type Deleted } from '../../offline/delete-saved.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { runAction } from './run-action.ts'

export const UndoBar = ({ deleted, onClose }: { deleted: Deleted | null; onClose: () => void }) => {
  const local = useLocal()
  return (
    <div role="status">
      {deleted !== null && (
        <div className="mb-4 flex items-center gap-2 rounded-md border border-line bg-sunken py-1 pr-1 pl-4">
          <p className="min-w-0 flex-1 truncate text-14">“{deleted.saved.value.name}” deleted.</p>
          <Button
            variant="quiet"
            icon="undo"
            onClick={() => {
              onClose()
              void runAction(() => bringBack(local, deleted))
            }}
          >
            Undo
          </Button>
          <IconButton icon="close" label="Dismiss" onClick={onClose} />
        </div>
      )}
    </div>
  )
}
