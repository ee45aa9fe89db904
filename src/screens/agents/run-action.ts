import { log } from '../../lib/log.ts'
import { syncNow } from '../../shared/offline/sync-store.ts'
import { StorageError } from '../../offline/storage-error.ts'
import { showToast } from '../../ui/toasts.tsx'

/** Edits an agent on this device and queues the change; shows a toast where storage fails. Returns whether it was stored. */
export const runAction = async (work: () => Promise<unknown>): Promise<boolean> => {
  try {
    await work()
    syncNow()
    return true
  } catch (error) {
    if (!(error instanceof StorageError)) log.error('Failed to change an agent', error)
    showToast({
      title: 'We couldn’t save this. Try again.',
      tone: 'danger',
    })
    return false
  }
}
