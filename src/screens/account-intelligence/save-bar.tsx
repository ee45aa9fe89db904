import { Button } from '../../ui/button.tsx'

/** The save button and what is unsaved: always visible, above a phone's tab bar. */
export const SaveBar = ({
  message,
  unsaved,
  saving,
  reason,
  onDiscard,
  onSave,
}: {
  message: string
  unsaved: boolean
  saving: boolean
  reason: string | undefined
  onDiscard: () => void
  onSave: () => void
}) => (
  <div className="sticky bottom-[calc(var(--spacing-bottombar)+env(safe-area-inset-bottom))] z-10 -mx-4 flex flex-wrap items-center justify-end gap-2 border-t bg-card px-4 py-2 sm:bottom-0 sm:mx-0 sm:rounded-md sm:border lg:col-span-2">
    <span role="status" className="min-w-0 flex-1 text-13 text-ink-soft">
      {message}
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
