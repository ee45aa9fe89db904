import { noteRegistered, registeredAs, type Registered } from '../../offline/pushed.ts'
import type { ApiClient } from '../../lib/api.ts'
import { ApiProblem, Unreachable } from '../../lib/api-errors.ts'
import type { PushBrowser } from './push-browser.ts'

/** How alerts stand on this device. */
export type AlertsState =
  /** This browser cannot show notices. */
  | { is: 'unsupported' }
  /** An iPhone or iPad: only an app on the Home Screen can. */
  | { is: 'needs-home-screen' }
  /** The person, or whoever manages the device, said no to notices in the browser. */
  | { is: 'blocked' }
  | { is: 'off' }
  | { is: 'on'; deviceId: string }
  | { is: 'trouble'; why: AlertsTrouble }

export type AlertsTrouble =
  /** The browser's push service did not answer. */
  | 'slow'
  /** Fieldbook could not be reached. */
  | 'offline'
  /** The browser's push service or Fieldbook said no. */
  | 'refused'

/** Who is here, and what alerts are turned on and off with. */
export type AlertsOf = {
  who: { userId: string; orgId: string }
  api: Pick<ApiClient, 'pushKey' | 'subscribeDevice' | 'forgetDevice' | 'pushDevices'>
  browser: PushBrowser
}

/** How alerts stand, from what this device knows; asks nobody. */
export const alertsState = async ({ who, browser }: AlertsOf): Promise<AlertsState> => {
  const cannot = impossible(browser)
  if (cannot !== null) return cannot
  const as = await registeredAs(browser.caches)
  return as !== null && as.userId === who.userId && browser.permission() === 'granted'
    ? { is: 'on', deviceId: as.deviceId }
    : { is: 'off' }
}

/** Asks the person for permission and registers this device; to be called by a tap. Never rejects. */
export const turnOn = async (of: AlertsOf): Promise<AlertsState> => {
  const { browser } = of
  const cannot = impossible(browser)
  if (cannot !== null) return cannot
  // First of all: a browser that is asked long after the tap asks nobody.
  const answer = await browser.requestPermission()
  if (answer === 'denied') return { is: 'blocked' }
  if (answer !== 'granted') return { is: 'off' }
  return register(of).catch(troubleOf)
}

/** Ends the subscription of this device and tells the server, which finds out by itself where it cannot be told. Never rejects. */
export const turnOff = async ({ api, browser }: AlertsOf): Promise<AlertsState> => {
  const as = await registeredAs(browser.caches)
  await noteRegistered(browser.caches, null)
  await unsubscribe(browser).catch(() => undefined)
  if (as !== null) await api.forgetDevice({ id: as.deviceId }).catch(() => undefined)
  return alertsStateAfter(browser)
}

/**
 * Makes sure, at a start, that a device whose person turned alerts on still gets them: browsers end subscriptions without a word, and a
 * server may have another key than before. One that was revoked from elsewhere ends its subscription. Rejects only where nothing may be
 * kept any more.
 */
export const renew = async (of: AlertsOf): Promise<AlertsState> => {
  const { who, api, browser } = of
  const cannot = impossible(browser)
  const as = await registeredAs(browser.caches)
  if (cannot !== null) return cannot
  if (as === null) {
    // Left behind by somebody who signed out while the browser did not listen.
    await unsubscribe(browser).catch(() => undefined)
    return { is: 'off' }
  }
  if (browser.permission() !== 'granted') return { is: 'off' }
  try {
    const revoked = isOwn(as, who) && (await isRevoked(as, api, browser))
    return revoked ? await turnOff(of) : await register(of)
  } catch (error) {
    return troubleOf(error)
  }
}

const subscribeMs = 10_000

const impossible = ({ able, needsHomeScreen, permission }: PushBrowser): AlertsState | null => {
  if (needsHomeScreen) return { is: 'needs-home-screen' }
  if (!able) return { is: 'unsupported' }
  return permission() === 'denied' ? { is: 'blocked' } : null
}

const alertsStateAfter = (browser: PushBrowser): AlertsState => impossible(browser) ?? { is: 'off' }

const isOwn = (as: Registered, who: AlertsOf['who']): boolean =>
  as.userId === who.userId && as.orgId === who.orgId

/** The server knows no such device although its subscription lives: somebody took it off the list. */
const isRevoked = async (
  as: Registered,
  api: AlertsOf['api'],
  browser: PushBrowser,
): Promise<boolean> => {
  const { devices } = await api.pushDevices({})
  if (devices.some(({ id }) => id === as.deviceId)) return false
  const { pushManager } = await inTime(browser, browser.worker())
  return (await pushManager.getSubscription())?.endpoint === as.endpoint
}

const register = async ({ who, api, browser }: AlertsOf): Promise<AlertsState> => {
  const { publicKey } = await api.pushKey({})
  const { pushManager } = await inTime(browser, browser.worker())
  const subscription = await subscribed(pushManager, publicKey, browser)
  const { endpoint, keys } = subscription.toJSON()
  const device = await api.subscribeDevice({
    endpoint: endpoint ?? subscription.endpoint,
    keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
    label: browser.label,
  })
  await noteRegistered(browser.caches, {
    ...who,
    deviceId: device.id,
    endpoint: subscription.endpoint,
  })
  return { is: 'on', deviceId: device.id }
}

/** The subscription there is, unless it was made for another key: then nothing would ever arrive. */
const subscribed = async (
  pushManager: PushManager,
  publicKey: string,
  browser: PushBrowser,
): Promise<PushSubscription> => {
  const known = await pushManager.getSubscription()
  const key = bytesOf(publicKey)
  const knownKey = known?.options.applicationServerKey
  if (known !== null && knownKey && same(new Uint8Array(knownKey), key)) return known
  await known?.unsubscribe()
  // Some browsers never answer where their push service cannot be reached.
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
  // The browser's own word, DOMException or not: its push service said no.
  return { is: 'trouble', why: 'refused' }
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  )

const same = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
