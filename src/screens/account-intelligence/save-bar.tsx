import { Button } from '../../ui/button.tsx'

/** Whether everything is saved, and the way to it: at the foot of the form, above the bar of a phone. */
export const SaveBar = ({
  words,
  unsaved,
  saving,
  reason,
  onDiscard,
  onSave,
}: {
  words: string
  unsaved: boolean
  saving: boolean
  /** Why saving is not possible now. */
  reason: string | undefined
  onDiscard: () => void
  onSave: () => void
}) => (
  <div className="sticky bottom-[calc(var(--spacing-bottombar)+env(safe-area-inset-bottom))] z-10 -mx-4 flex flex-wrap items-center justify-end gap-2 border-t bg-card px-4 py-2 sm:bottom-0 sm:mx-0 sm:rounded-md sm:border">
    <span role="status" className="min-w-0 flex-1 text-13 text-ink-soft">
      {words}
    </span>
    {unsaved && (
      <Button variant="quiet" onClick={onDiscard}>
        Discard changes
      </Button>
    )}
    <Button variant="primary" busy={saving} disabledReason={reason} onClick={onSave}>
      Save
    </Button>
  </div>
)
