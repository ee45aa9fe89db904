import { log } from '../../lib/log.ts'
import { StorageError } from '../../offline/storage-error.ts'
import { showToast } from '../../ui/toasts.tsx'

/** Runs an action and shows a toast where it fails: about storage, otherwise `words`. Returns undefined then. */
export const runAction = async <T>(
  work: () => Promise<T>,
  message?: string,
): Promise<T | undefined> => {
  try {
    return await work()
  } catch (error) {
    const isStorageError = error instanceof StorageError
    if (!isStorageError) log.error('Failed to change a list', error)
    showToast({
      title:
        (isStorageError ? undefined : message) ??
        'We couldn’t save this on your device. Nothing changed.',
      tone: 'danger',
    })
    return undefined
  }
}
