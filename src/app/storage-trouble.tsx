import { useStorageError } from '../shared/offline/device.tsx'
import type { StorageErrorKind } from '../offline/storage-error.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

export const StorageTroubleBanner = () => {
  const trouble = useStorageError()
  const said = trouble === null ? null : sentences[trouble]
  if (said === null) return null
  return (
    <div role="alert" className="safe-x bg-danger-soft text-14 text-danger">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
        <Icon name="warning" size={18} />
        <p className="min-w-0 flex-1 basis-60">
          {said.message} {said.safe ?? cannotSave}
        </p>
        {said.reload && <Button onClick={() => location.reload()}>Reload</Button>}
      </div>
    </div>
  )
}

const cannotSave = 'This device can’t save changes right now. Synced work is safe.'

type TroubleCopy = { message: string; safe?: string; reload: boolean }

/** Null where no message is needed: sign-out shows another page anyway. */
const sentences: Record<StorageErrorKind, TroubleCopy | null> = {
  full: {
    message: 'This device is out of space.',
    safe: 'Free up space to keep saving changes.',
    reload: false,
  },
  refused: {
    message: 'This browser is blocking storage. Are you in a private window?',
    reload: false,
  },
  damaged: { message: 'Fieldbook can’t read its data on this device.', reload: true },
  lost: { message: 'Fieldbook lost access to this device’s storage.', reload: true },
  newer: {
    message: 'A newer version of Fieldbook is open on this device.',
    safe: 'Reload to continue. Your work is safe.',
    reload: true,
  },
  replaced: {
    message: 'Another tab has updated Fieldbook.',
    safe: 'Reload to continue. Your work is safe.',
    reload: true,
  },
  closed: null,
  slow: {
    message: 'This device’s storage is slow.',
    safe: 'Give your changes a moment to save before you close Fieldbook.',
    reload: false,
  },
  stuck: { message: 'This device’s storage isn’t responding.', reload: true },
  failed: { message: 'This device’s storage failed.', reload: true },
}
