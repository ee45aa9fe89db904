import { runWithin } from '../run-within.ts'
import type { Browser } from '../browser.ts'
import { deleteNamed, clearDevice, holdsKeys } from './clear-stores.ts'
import { currentTab, type CurrentTab } from './current-tab.ts'
import { personalCache } from '../sign-out-message.ts'
import { deviceDatabase } from '../names.ts'
import {
  advanceEpoch,
  savePendingRevoke,
  savePendingWipe,
  readPendingRevoke,
  readPendingWipe,
} from './pending-signout.ts'

export type WipeOptions = {
  /** Where it rejects, the end stays pending (`savePendingRevoke`). It is left out where the session is already over. */
  revoke?: () => Promise<void>
}

export type WipeResult = { clean: boolean; revoked: boolean }

const stopMs = 1_000
const revokeMs = 1_500
const turnMs = 3_000

/** Whether a wipe is unfinished: nothing may be drawn before `finishPendingWipe`. Reads localStorage once. */
export const hasPendingWipe = (at: CurrentTab = currentTab): boolean =>
  readPendingWipe(at.browser.local) !== null

/** Whether the sign-in service has yet to learn of a sign-out: until `completeRevoke` succeeds, no session counts as valid. */
export const hasPendingRevoke = (at: CurrentTab = currentTab): boolean =>
  readPendingRevoke(at.browser.local)

/** The wipe at sign-out, in the order of docs/decisions/010. The next start finishes what fails, before anything is drawn. Never rejects. */
export const wipeDevice = (
  options: WipeOptions = {},
  at: CurrentTab = currentTab,
): Promise<WipeResult> => {
  const running = wipes.get(at) ?? wipeOnce(options, at)
  wipes.set(at, running)
  return running
}

// Clerk reports the end of the session during the sign-out too.
const wipes = new WeakMap<CurrentTab, Promise<WipeResult>>()

const wipeOnce = async ({ revoke }: WipeOptions, at: CurrentTab): Promise<WipeResult> => {
  const { browser, tab } = at
  if (tab.hasLeft()) {
    // Another tab finished the wipe, and the next user may be signed in: their device is not this page's to wipe.
    browser.showSignedOut()
    return { clean: true, revoked: !hasPendingRevoke(at) }
  }
  if (revoke) savePendingRevoke(browser.local, true)
  savePendingWipe(browser.local, 'everything')
  advanceEpoch(browser.local)
  await runWithin(stopMs, () => tab.stopAll('everything'))
  let remaining: string[] = []
  await withLock(browser, 'fieldbook.wipe', async () => {
    remaining = await clearDevice(browser)
  })
  const revoked = !revoke || (await runWithin(revokeMs, () => completeRevoke(revoke, at)))
  // The note stays, so that the next page also deletes what this one was still writing.
  browser.showSignedOut()
  return { clean: remaining.length === 0, revoked }
}

/** Takes a few seconds at most; never rejects. Where the page has already read data of the previous user, it reloads and the promise does not settle. */
export const finishPendingWipe = async (at: CurrentTab = currentTab): Promise<void> => {
  const { browser } = at
  let tainted = false
  await withLock(browser, 'fieldbook.wipe', async () => {
    const wipe = readPendingWipe(browser.local)
    // Another tab has finished it, and a user may have signed in since.
    if (wipe === null) return
    tainted = wipe === 'everything' && holdsKeys(browser)
    const remaining =
      wipe === 'everything' ? await clearDevice(browser) : await deleteNamed(browser, wipe)
    savePendingWipe(browser.local, remaining.length === 0 ? null : remaining)
  })
  if (!tainted) return
  browser.showSignedOut()
  await new Promise<never>(() => undefined)
}

/** Ends the pending session, one tab at a time. Rejects, and stays pending, where the service is unreachable. */
export const completeRevoke = (
  revoke: () => Promise<void>,
  at: CurrentTab = currentTab,
): Promise<void> =>
  withLock(at.browser, 'fieldbook.revoke', async () => {
    if (!hasPendingRevoke(at)) return
    await revoke()
    savePendingRevoke(at.browser.local, false)
  })

/** Runs in every tab after the user left the organisation; the page stays. Never rejects; the next start finishes it. */
export const forgetOrganisation = async (
  userId: string,
  orgId: string,
  at: CurrentTab = currentTab,
): Promise<void> => {
  const { browser, tab } = at
  const names = [deviceDatabase(userId, orgId), personalCache(userId, orgId)]
  const others = (): string[] => {
    const pending = readPendingWipe(browser.local)
    return Array.isArray(pending) ? pending.filter((name) => !names.includes(name)) : []
  }
  if (readPendingWipe(browser.local) === 'everything') return
  savePendingWipe(browser.local, [...others(), ...names])
  await tab.stopAll({ userId, orgId })
  for (const keys of [browser.local, browser.session])
    for (const key of keys?.keys() ?? [])
      if (key.includes(`${userId}.${orgId}`)) keys?.removeItem(key)
  const remaining = [...others(), ...(await deleteNamed(browser, names))]
  if (readPendingWipe(browser.local) !== 'everything')
    savePendingWipe(browser.local, remaining.length === 0 ? null : remaining)
}

/** One tab after the other. A tab that waits too long goes ahead, and without locks no tab waits. */
const withLock = async (
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
