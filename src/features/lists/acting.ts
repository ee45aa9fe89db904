import { log } from '../../lib/log.ts'
import { StorageTrouble } from '../../local/trouble.ts'
import { showToast } from '../../ui/toasts.tsx'

/** Does something with the device; says so where it could not be kept. Answers undefined then. */
export const acting = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StorageTrouble)) log.error('A list could not be changed', error)
    showToast({
      title: 'This could not be kept on the device. Nothing was changed.',
      tone: 'danger',
    })
    return undefined
  }
}
