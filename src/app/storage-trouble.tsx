import { useStorageTrouble } from '../lib/device.tsx'
import type { TroubleKind } from '../local/trouble.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** Says above every screen what is wrong with the device's storage, and what is safe; nothing while all is well. */
export const StorageTroubleBanner = () => {
  const trouble = useStorageTrouble()
  const said = trouble === null ? null : sentences[trouble]
  if (said === null) return null
  return (
    <div role="alert" className="safe-x bg-danger-soft text-14 text-danger">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
        <Icon name="warning" size={18} />
        <p className="min-w-0 flex-1 basis-60">
          {said.words} {said.safe ?? notKept}
        </p>
        {said.reload && <Button onClick={() => location.reload()}>Reload</Button>}
      </div>
    </div>
  )
}

const notKept = 'Changes cannot be kept on this device now; what was sent is safe.'

type Said = { words: string; safe?: string; reload: boolean }

/** Null where there is nothing to tell: whoever signs out sees another page anyway. */
const sentences: Record<TroubleKind, Said | null> = {
  full: {
    words: 'This device has no room left.',
    safe: 'New changes are not kept until there is some: free what is kept offline, or delete something else.',
    reload: false,
  },
  refused: {
    words: 'This browser does not let Fieldbook store anything, as in a private window.',
    reload: false,
  },
  damaged: { words: 'What this device stores cannot be read.', reload: true },
  lost: { words: 'The connection to the storage of this device was lost.', reload: true },
  newer: {
    words: 'A newer version of Fieldbook is open on this device.',
    safe: 'Reload to go on with it; nothing is lost.',
    reload: true,
  },
  replaced: {
    words: 'Another tab has moved on to a newer version of Fieldbook.',
    safe: 'Reload to go on with it; nothing is lost.',
    reload: true,
  },
  closed: null,
  slow: {
    words: 'The storage of this device answers slowly.',
    safe: 'A change counts as kept only once its row says so.',
    reload: false,
  },
  stuck: { words: 'The storage of this device does not answer.', reload: true },
  failed: { words: 'The storage of this device failed.', reload: true },
}
