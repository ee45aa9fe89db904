import { session } from '../session/session.ts'
import { log } from '../lib/log.ts'
import { countUnsent } from '../offline/wipe/count-unsent.ts'
import { leave, type LeaveOptions } from '../offline/wipe/wipe.ts'
import { notSent, unsentSender, type Unsent } from './unsent.ts'

export type LeavingBy = {
  countUnsent: () => Promise<number>
  /** Null where nothing can send. */
  sendNow: Unsent['sendNow']
  /** True to sign out all the same, or because the changes were sent. */
  ask: (unsent: Unsent) => Promise<boolean>
  leave: (options: LeaveOptions) => Promise<unknown>
  /** Rejects if the sign-in service is unreachable. */
  revoke: () => Promise<void>
}

/** After asking about unsent changes; also offline. */
export const logOut = (): void => {
  if (isLoggingOut) return
  isLoggingOut = true
  void leaveBy(thisPage).finally(() => (isLoggingOut = false))
}

let isLoggingOut = false

/** Never rejects. */
export const leaveBy = async ({ countUnsent, sendNow, ask, leave, revoke }: LeavingBy) => {
  const count = await countUnsent().catch(unreadable)
  if (count > 0 && !(await ask({ count, again: countUnsent, sendNow }))) return
  await leave({ revoke })
}

/** An unreadable store has nothing left to send, and must not prevent sign-out. */
const unreadable = (error: unknown): number => {
  log.warn('Unsent changes could not be counted', error)
  return 0
}

const thisPage: LeavingBy = {
  countUnsent,
  get sendNow() {
    return unsentSender.send
  },
  ask: async (unsent) => {
    try {
      return await (await import('./sign-out-dialog.tsx')).askAboutUnsent(unsent)
    } catch (error) {
      log.warn('The question about unsent changes could not be loaded', error)
      return confirm(`${notSent(unsent.count)}. Log out and lose them?`)
    }
  },
  leave,
  revoke: () =>
    session.current().service?.signOut() ??
    Promise.reject(new Error('The sign-in service is not there')),
}
