import {
  saveRegistration,
  readRegistration,
  type Registration,
} from '../../offline/push-messages.ts'
import type { ApiClient } from '../../lib/api.ts'
import { ApiProblem, Unreachable } from '../../lib/api-errors.ts'
import type { PushBrowser } from './push-browser.ts'

export type AlertsState =
  | { is: 'unsupported' }
  /** An iPhone or iPad: only an app on the Home Screen can. */
  | { is: 'needs-home-screen' }
  /** The user, or the device's administrator, has blocked notifications in the browser. */
  | { is: 'blocked' }
  | { is: 'off' }
  | { is: 'on'; deviceId: string }
  | { is: 'trouble'; why: AlertsTrouble }

export type AlertsTrouble =
  /** The browser's push service did not answer. */
  | 'slow'
  /** Fieldbook was unreachable. */
  | 'offline'
  /** The browser's push service or Fieldbook refused. */
  | 'refused'

export type AlertsOf = {
  owner: { userId: string; orgId: string }
  api: Pick<ApiClient, 'pushKey' | 'subscribeDevice' | 'forgetDevice'>
  browser: PushBrowser
}

/** The state of alerts, from this device alone; asks for no permission. */
export const alertsState = async ({ owner, browser }: AlertsOf): Promise<AlertsState> => {
  const cannot = findObstacle(browser)
  if (cannot !== null) return cannot
  const as = await readRegistration(browser.caches)
  return as !== null && as.userId === owner.userId && browser.permission() === 'granted'
    ? { is: 'on', deviceId: as.deviceId }
    : { is: 'off' }
}

/** Asks the user for permission and registers this device; call after a tap. Never rejects. */
export const turnOn = async (of: AlertsOf): Promise<AlertsState> => {
  const { browser } = of
  const cannot = findObstacle(browser)
  if (cannot !== null) return cannot
  // First of all: long after the tap the browser shows no permission prompt.
  const answer = await browser.requestPermission()
  if (answer === 'denied') return { is: 'blocked' }
  if (answer !== 'granted') return { is: 'off' }
  return inTurn(() => register(of).catch(troubleOf))
}

/** Ends this device's subscription and tells the server, which finds out later if it is unreachable. Never rejects. */
export const turnOff = (of: AlertsOf): Promise<AlertsState> => inTurn(() => unregister(of))

const unregister = async ({ api, browser }: AlertsOf): Promise<AlertsState> => {
  const as = await readRegistration(browser.caches)
  await saveRegistration(browser.caches, null)
  await unsubscribe(browser).catch(() => undefined)
  if (as !== null) await api.forgetDevice({ id: as.deviceId }).catch(() => undefined)
  return alertsStateAfter(browser)
}

/**
 * Browsers end subscriptions silently, and the server may have a new key. A subscription revoked elsewhere ends. Rejects only if
 * nothing can be stored.
 */
export const renew = (of: AlertsOf): Promise<AlertsState> => inTurn(() => check(of))

const check = async (of: AlertsOf): Promise<AlertsState> => {
  const { owner, browser } = of
  const cannot = findObstacle(browser)
  const as = await readRegistration(browser.caches)
  if (cannot !== null) return cannot
  if (as === null) {
    // Left behind by a sign-out while the browser did not respond.
    await unsubscribe(browser).catch(() => undefined)
    return { is: 'off' }
  }
  if (browser.permission() !== 'granted') return { is: 'off' }
  try {
    return await register(of, isOwn(as, owner) ? as : undefined)
  } catch (error) {
    return isRevoked(error) ? unregister(of) : troubleOf(error)
  }
}

let last: Promise<unknown> = Promise.resolve()

/** A check that runs beside a tap would end the subscription that the tap has just made. */
const inTurn = (work: () => Promise<AlertsState>): Promise<AlertsState> => {
  const state = last.then(work)
  last = state.catch(() => undefined)
  return state
}

const subscribeMs = 10_000

const findObstacle = ({ able, needsHomeScreen, permission }: PushBrowser): AlertsState | null => {
  if (needsHomeScreen) return { is: 'needs-home-screen' }
  if (!able) return { is: 'unsupported' }
  return permission() === 'denied' ? { is: 'blocked' } : null
}

const alertsStateAfter = (browser: PushBrowser): AlertsState =>
  findObstacle(browser) ?? { is: 'off' }

const isOwn = (as: Registration, owner: AlertsOf['owner']): boolean =>
  as.userId === owner.userId && as.orgId === owner.orgId

/** The server does not know a device whose subscription is alive: it was removed from the list of devices. */
const isRevoked = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'not-found'

/** A revocation ends a device only while its subscription is alive: browsers end subscriptions too, without asking. */
const register = async (
  { owner, api, browser }: AlertsOf,
  earlier?: Registration,
): Promise<AlertsState> => {
  const { publicKey } = await api.pushKey({})
  const { pushManager } = await inTime(browser, browser.worker())
  const subscription = await ensureSubscription(pushManager, publicKey, browser)
  const { endpoint, keys } = subscription.toJSON()
  const device = await api.subscribeDevice({
    endpoint: endpoint ?? subscription.endpoint,
    keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
    label: browser.label,
    ...(earlier?.endpoint === subscription.endpoint && { renews: earlier.deviceId }),
  })
  await saveRegistration(browser.caches, {
    ...owner,
    deviceId: device.id,
    endpoint: subscription.endpoint,
  })
  return { is: 'on', deviceId: device.id }
}

/** The existing subscription, unless it belongs to another key: then no push would ever arrive. */
const ensureSubscription = async (
  pushManager: PushManager,
  publicKey: string,
  browser: PushBrowser,
): Promise<PushSubscription> => {
  const known = await pushManager.getSubscription()
  const key = bytesOf(publicKey)
  const knownKey = known?.options.applicationServerKey
  if (known !== null && knownKey && same(new Uint8Array(knownKey), key)) return known
  await known?.unsubscribe()
  // Some browsers never answer while their push service is unreachable.
  return inTime(
    browser,
    pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }),
  )
}

const unsubscribe = async (browser: PushBrowser): Promise<void> => {
  const { pushManager } = await inTime(browser, browser.worker())
  await (await pushManager.getSubscription())?.unsubscribe()
}

class TooLate extends Error {}

const inTime = <T>(browser: PushBrowser, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    browser.wait(subscribeMs).then((): never => {
      throw new TooLate()
    }),
  ])

const troubleOf = (error: unknown): AlertsState => {
  if (error instanceof TooLate) return { is: 'trouble', why: 'slow' }
  if (error instanceof Unreachable) return { is: 'trouble', why: 'offline' }
  if (error instanceof ApiProblem) return { is: 'trouble', why: 'refused' }
  // Any other error is the browser's, DOMException or not: its push service refused.
  return { is: 'trouble', why: 'refused' }
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  )

const same = (first: Uint8Array, second: Uint8Array): boolean =>
  first.length === second.length && first.every((byte, at) => byte === second[at])
