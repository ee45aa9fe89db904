import { atMost } from './at-most.ts'
import type { Browser } from './browser.ts'
import { deleteNamed, emptyDevice, holdsKeys } from './emptying.ts'
import { here, type Here } from './here.ts'
import { personalCache } from './leaving-message.ts'
import { deviceDatabase } from './names.ts'
import { nextEpoch, noteRevoke, noteWipe, owesRevoke, pendingWipeIn } from './pending.ts'

export type LeaveOptions = {
  /**
   * Ends the session at the sign-in service; rejects where it cannot be reached, and is then owed (`pendingRevoke`).
   * Left out where the session is over already.
   */
  revoke?: () => Promise<void>
}

/** What became of leaving: whether everything was deleted within its time, and whether the session is known to have ended. */
export type LeaveResult = { clean: boolean; revoked: boolean }

const stopMs = 1_000
const revokeMs = 1_500
const turnMs = 3_000

/** Whether a wipe was begun and not finished: then nothing may be drawn before `finishPendingWipe`. One look into localStorage. */
export const pendingWipe = (at: Here = here): boolean => pendingWipeIn(at.browser.local) !== null

/** Whether this device signed out without being able to say so: until `settleRevoke` succeeded nobody may be taken as signed in. */
export const pendingRevoke = (at: Here = here): boolean => owesRevoke(at.browser.local)

/**
 * Signs this device out, in every tab and the service worker, whatever of it fails: what is unfinished is finished at the next
 * start, before anything is drawn. The order is that of docs/decisions/010. Leaves for the sign-in page; never rejects.
 */
export const leave = (options: LeaveOptions = {}, at: Here = here): Promise<LeaveResult> => {
  const running = leaving.get(at) ?? leaveOnce(options, at)
  leaving.set(at, running)
  return running
}

// Being signed out is noticed while signing out, too.
const leaving = new WeakMap<Here, Promise<LeaveResult>>()

const leaveOnce = async ({ revoke }: LeaveOptions, at: Here): Promise<LeaveResult> => {
  const { browser, tab } = at
  if (tab.hasLeft()) {
    // Another tab saw to it, and the next person may be here already: their device is not this page's to wipe.
    browser.go()
    return { clean: true, revoked: !pendingRevoke(at) }
  }
  if (revoke) noteRevoke(browser.local, true)
  noteWipe(browser.local, 'everything')
  nextEpoch(browser.local)
  await atMost(stopMs, () => tab.stopAll('everything'))
  let left: string[] = []
  await inTurn(browser, 'fieldbook.wipe', async () => {
    left = await emptyDevice(browser)
  })
  const revoked = !revoke || (await atMost(revokeMs, () => settleRevoke(revoke, at)))
  // The note stays up: the page that comes looks once more, for what this one was still doing.
  browser.go()
  return { clean: left.length === 0, revoked }
}

/**
 * Finishes a wipe that was cut short, within a few seconds, and never rejects. Where the page has read something of the one who
 * left before this ran, it is loaded anew, and the promise does not settle.
 */
export const finishPendingWipe = async (at: Here = here): Promise<void> => {
  const { browser } = at
  let tainted = false
  await inTurn(browser, 'fieldbook.wipe', async () => {
    const wipe = pendingWipeIn(browser.local)
    // Another tab has finished it, and somebody may have signed in since.
    if (wipe === null) return
    tainted = wipe === 'everything' && holdsKeys(browser)
    const left =
      wipe === 'everything' ? await emptyDevice(browser) : await deleteNamed(browser, wipe)
    noteWipe(browser.local, left.length === 0 ? null : left)
  })
  if (!tainted) return
  browser.go()
  await new Promise<never>(() => undefined)
}

/** Ends the session that is owed an end, one tab at a time. Rejects, and stays owed, where the service cannot be reached. */
export const settleRevoke = (revoke: () => Promise<void>, at: Here = here): Promise<void> =>
  inTurn(at.browser, 'fieldbook.revoke', async () => {
    if (!pendingRevoke(at)) return
    await revoke()
    noteRevoke(at.browser.local, false)
  })

/**
 * Deletes what this device keeps of one organisation for one person, in every tab, and nothing else: when the organisation was
 * left. The page stays. Never rejects; what is not gone in time goes at the next start.
 */
export const forgetOrganisation = async (
  userId: string,
  orgId: string,
  at: Here = here,
): Promise<void> => {
  const { browser, tab } = at
  const names = [deviceDatabase(userId, orgId), personalCache(userId, orgId)]
  const others = (): string[] => {
    const pending = pendingWipeIn(browser.local)
    return Array.isArray(pending) ? pending.filter((name) => !names.includes(name)) : []
  }
  if (pendingWipeIn(browser.local) === 'everything') return
  noteWipe(browser.local, [...others(), ...names])
  await tab.stopAll({ userId, orgId })
  for (const keys of [browser.local, browser.session])
    for (const key of keys?.keys() ?? [])
      if (key.includes(`${userId}.${orgId}`)) keys?.removeItem(key)
  const left = [...others(), ...(await deleteNamed(browser, names))]
  if (pendingWipeIn(browser.local) !== 'everything')
    noteWipe(browser.local, left.length === 0 ? null : left)
}

/** One tab after the other; who waits too long for a tab that hangs goes ahead, and where there are no locks nobody waits. */
const inTurn = async (
  { locks }: Browser,
  name: string,
  work: () => Promise<void>,
): Promise<void> => {
  if (locks === null) return work()
  let began = false
  const begin = (): Promise<void> => {
    began = true
    return work()
  }
  try {
    await locks.request(name, { signal: AbortSignal.timeout(turnMs) }, begin)
  } catch (error) {
    if (began) throw error
    await work()
  }
}
