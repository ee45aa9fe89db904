import { log } from '../../lib/log.ts'
import { syncNow } from '../../shared/offline/syncing.ts'
import { StorageTrouble } from '../../offline/trouble.ts'
import { showToast } from '../../ui/toasts.tsx'

/** Edits an agent on this device and sends it on; says so where it could not be kept. Answers whether it was. */
export const keeping = async (work: () => Promise<unknown>): Promise<boolean> => {
  try {
    await work()
    syncNow()
    return true
  } catch (error) {
    if (!(error instanceof StorageTrouble)) log.error('An agent could not be changed', error)
    showToast({
      title: 'We couldn’t save this. Try again.',
      tone: 'danger',
    })
    return false
  }
}
