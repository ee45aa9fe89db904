import { Button, IconButton } from '../../ui/button.tsx'
import type { Changed } from './use-change-follow-up.ts'

/** Says what was done and undoes it. */
export const ChangedBar = ({
  changed,
  onClose,
}: {
  changed: Changed | null
  onClose: () => void
}) => (
  <div role="status">
    {changed !== null && (
      <div className="mt-2 flex items-center gap-2 rounded-md border border-line bg-sunken py-1 pr-1 pl-4">
        <p className="min-w-0 flex-1 text-14 wrap-anywhere">{changed.message}</p>
        {changed.undo !== null && (
          <Button variant="quiet" icon="undo" onClick={changed.undo}>
            Undo
          </Button>
        )}
        <IconButton icon="close" label="Dismiss" onClick={onClose} />
      </div>
    )}
  </div>
)
