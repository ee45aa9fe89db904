import { session } from '../session/session.ts'
import { connectivity } from '../lib/connectivity.ts'
import { log } from '../lib/log.ts'
import type { Losses } from '../offline/wipe/count-losses.ts'
import { wipeDevice, type WipeOptions } from '../offline/wipe/wipe.ts'
import { describeSignOut, unsentSender, type SignOutQuestion } from './unsent.ts'

export type LoggingOutBy = {
  countLosses: () => Promise<Losses>
  isOffline: () => boolean
  /** Tries to send what is unsent, now; null where nothing can. */
  sendNow: SignOutQuestion['sendNow']
  /** Saves what is unsent as a file; null where nothing can. */
  saveFile: SignOutQuestion['saveFile']
  /** Asks about what would be lost; true to sign out all the same, or because everything was sent. */
  ask: (question: SignOutQuestion) => Promise<boolean>
  wipeDevice: (options: WipeOptions) => Promise<unknown>
  /** Rejects if the sign-in service is unreachable. */
  revoke: () => Promise<void>
}

/** Signs out of this device; asks first where something would be lost, or while offline. Also works without a network. */
export const logOut = (): void => {
  if (isLoggingOut) return
  isLoggingOut = true
  void logOutBy(thisPage).finally(() => (isLoggingOut = false))
}

let isLoggingOut = false

/** The same with its surroundings given. Never rejects. */
export const logOutBy = async (by: LoggingOutBy): Promise<void> => {
  const { countLosses, isOffline, sendNow, saveFile, ask, wipeDevice, revoke } = by
  const losses = await countLosses().catch(unreadable)
  const offline = isOffline()
  const asks = losses.unsent > 0 || losses.copies > 0 || offline
  if (asks && !(await ask({ losses, offline, again: countLosses, sendNow, saveFile }))) return
  await wipeDevice({ revoke })
}

/** An unreadable store has nothing left to send, and must not prevent sign-out. */
const unreadable = (error: unknown): Losses => {
  log.warn('What a sign-out deletes could not be counted', error)
  return { unsent: 0, copies: 0 }
}

const thisPage: LoggingOutBy = {
  countLosses: async () => (await import('../offline/wipe/count-losses.ts')).countLosses(),
  isOffline: () => !connectivity.online,
  get sendNow() {
    return unsentSender.send
  },
  get saveFile() {
    return unsentSender.saveFile
  },
  ask: async (question) => {
    try {
      return await (await import('./sign-out-dialog.tsx')).askAboutSignOut(question)
    } catch (error) {
      log.warn('The question before a sign-out could not be loaded', error)
      const { title, text } = describeSignOut(question)
      return confirm(`${title}\n\n${text}`)
    }
  },
  wipeDevice,
  revoke: () =>
    session.current().service?.signOut() ??
    Promise.reject(new Error('The sign-in service is not there')),
}
