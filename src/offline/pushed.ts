import type { PushMessage } from '../../contract/signals/push.ts'

/** Under which device of whom this browser gets push messages. */
export type Registered = { deviceId: string; userId: string; orgId: string; endpoint: string }

/** Where page and worker share what concerns push messages; it goes at sign-out. */
export const pushCache = 'fieldbook-data-push'

type Caches = Pick<CacheStorage, 'open' | 'has'>

/** As whom this browser is registered; null where it is not, and after sign-out. */
export const registeredAs = async (caches: Caches): Promise<Registered | null> => {
  // Looking must not make a cache where nobody is signed in.
  if (!(await caches.has(pushCache))) return null
  return registeredIn(await read(await caches.open(pushCache), deviceAddress))
}

/** Notes as whom this browser is registered, or that it no longer is. */
export const noteRegistered = async (caches: Caches, as: Registered | null): Promise<void> => {
  const cache = await caches.open(pushCache)
  if (as === null) await cache.delete(deviceAddress)
  else await cache.put(deviceAddress, new Response(JSON.stringify(as)))
}

/** Keeps what a push message told, for pages without a connection; nothing where nobody is registered any more. */
export const keepPushed = async (caches: Caches, message: PushMessage): Promise<void> => {
  if (!(await caches.has(pushCache))) return
  // Of a cache that is deleted in the meantime only this handle is left, and what it takes is kept nowhere.
  const cache = await caches.open(pushCache)
  if ((await cache.match(deviceAddress)) === undefined) return
  await cache.put(messageAddress(message.runId), new Response(JSON.stringify(message)))
  const kept = (await cache.keys()).filter(({ url }) => url.startsWith(messagePlace))
  for (const older of kept.slice(0, Math.max(0, kept.length - mostKept))) await cache.delete(older)
}

/** What push messages told, the newest last. */
export const keptPushed = async (caches: Caches): Promise<PushMessage[]> => {
  if (!(await caches.has(pushCache))) return []
  const cache = await caches.open(pushCache)
  const keys = (await cache.keys()).filter(({ url }) => url.startsWith(messagePlace))
  const kept = await Promise.all(keys.map(async (key) => pushMessageIn(await read(cache, key))))
  return kept.filter((message) => message !== null)
}

/** The message in what arrived or was kept; null for anything else. By hand: the worker has no schema library to carry. */
export const pushMessageIn = (value: unknown): PushMessage | null => {
  if (!isObject(value) || value['v'] !== 1 || !isObject(value['opens'])) return null
  const { opens } = value
  const { signalType } = opens
  const right =
    ['runId', 'noticeId', 'forDevice', 'title', 'sentAt'].every((name) => isText(value[name])) &&
    isCount(value['unread']) &&
    (value['names'] === undefined || areTexts(value['names'])) &&
    isText(opens['agentId']) &&
    areTexts(opens['listIds']) &&
    areTexts(opens['incrementalRunIds']) &&
    isCount(opens['signalCount']) &&
    isObject(signalType) &&
    (signalType['slug'] === null || isText(signalType['slug'])) &&
    ['company', 'people', 'intent'].includes(String(signalType['category']))
  // Every field was looked at above; TypeScript cannot follow names in a list.
  return right ? (value as PushMessage) : null
}

const mostKept = 20

// Nobody can be reached there: they are only names that a cache takes.
const place = 'https://kept.invalid/'
const deviceAddress = `${place}device`
const messagePlace = `${place}message/`
const messageAddress = (runId: string): string => `${messagePlace}${encodeURIComponent(runId)}`

const read = async (cache: Cache, key: string | Request): Promise<unknown> => {
  const kept = await cache.match(key)
  if (kept === undefined) return null
  return kept.json().catch(() => null)
}

const registeredIn = (value: unknown): Registered | null => {
  if (!isObject(value)) return null
  const { deviceId, userId, orgId, endpoint } = value
  return isText(deviceId) && isText(userId) && isText(orgId) && isText(endpoint)
    ? { deviceId, userId, orgId, endpoint }
    : null
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0
const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
