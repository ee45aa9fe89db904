import { log } from '../../lib/log.ts'
import { StorageTrouble } from '../../offline/trouble.ts'
import { showToast } from '../../ui/toasts.tsx'

/** Does something with the device; says so where it could not be kept, or what else is wrong in `words`. Answers undefined then. */
export const acting = async <T>(work: () => Promise<T>, words?: string): Promise<T | undefined> => {
  try {
    return await work()
  } catch (error) {
    const kept = error instanceof StorageTrouble
    if (!kept) log.error('A list could not be changed', error)
    showToast({
      title: (kept ? undefined : words) ?? 'We couldn’t save this on your device. Nothing changed.',
      tone: 'danger',
    })
    return undefined
  }
}
