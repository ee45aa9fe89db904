import { signOut } from '../identity/use-identity.ts'
import { log } from '../lib/log.ts'
import { showToast } from '../ui/toasts.tsx'

/** Signs out; where the sign-in service cannot be reached it says so, for then one is still signed in. */
export const logOut = (): void => {
  signOut().catch((error: unknown) => {
    log.error('Signing out failed', error)
    showToast({ title: 'You are still signed in: there is no connection', tone: 'danger' })
  })
}
