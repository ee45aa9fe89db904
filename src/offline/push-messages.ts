import type { PushMessage, ReminderMessage } from '../../contract/signals/push.ts'

export type Registration = { deviceId: string; userId: string; orgId: string; endpoint: string }

/** The cache that pages and the service worker share for push messages; sign-out deletes it. */
export const pushCache = 'fieldbook-data-push'

type Caches = Pick<CacheStorage, 'open' | 'has'>

/** The registration of this browser; null without one and after sign-out. */
export const readRegistration = async (caches: Caches): Promise<Registration | null> => {
  // `open` would create the cache on a signed-out device.
  if (!(await caches.has(pushCache))) return null
  return parseRegistration(await read(await caches.open(pushCache), deviceAddress))
}

export const saveRegistration = async (caches: Caches, as: Registration | null): Promise<void> => {
  const cache = await caches.open(pushCache)
  if (as === null) await cache.delete(deviceAddress)
  else await cache.put(deviceAddress, new Response(JSON.stringify(as)))
}

/** Stores a push message for pages without a connection; nothing where the browser is not registered. */
export const savePushMessage = async (caches: Caches, message: PushMessage): Promise<void> => {
  if (!(await caches.has(pushCache))) return
  // After a wipe only this handle of the deleted cache is left, and writes to it are lost.
  const cache = await caches.open(pushCache)
  if ((await cache.match(deviceAddress)) === undefined) return
  await cache.put(messageAddress(message.runId), new Response(JSON.stringify(message)))
  const stored = (await cache.keys()).filter(({ url }) => url.startsWith(messageBaseUrl))
  for (const older of stored.slice(0, Math.max(0, stored.length - maxStored)))
    await cache.delete(older)
}

/** The stored push messages, the newest last. */
export const readPushMessages = async (caches: Caches): Promise<PushMessage[]> => {
  if (!(await caches.has(pushCache))) return []
  const cache = await caches.open(pushCache)
  const keys = (await cache.keys()).filter(({ url }) => url.startsWith(messageBaseUrl))
  const messages = await Promise.all(
    keys.map(async (key) => parsePushMessage(await read(cache, key))),
  )
  return messages.filter((message) => message !== null)
}

/** Parses a message by hand, because the worker has no schema library; null for anything else. */
export const parsePushMessage = (value: unknown): PushMessage | null => {
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
  // Every field was checked above; TypeScript cannot follow names in a list.
  return right ? (value as PushMessage) : null
}

export const parseReminder = (value: unknown): ReminderMessage | null => {
  if (!isObject(value) || value['kind'] !== 'reminder') return null
  const right =
    isText(value['runId']) &&
    isText(value['forDevice']) &&
    isCount(value['count']) &&
    (value['names'] === undefined || areTexts(value['names'])) &&
    (value['text'] === undefined || isText(value['text'])) &&
    (value['followUps'] === undefined || areTexts(value['followUps']))
  // Every field was checked above.
  return right ? (value as ReminderMessage) : null
}

const maxStored = 20

// These addresses are only keys of the cache; they resolve to no server.
const baseUrl = 'https://kept.invalid/'
const deviceAddress = `${baseUrl}device`
const messageBaseUrl = `${baseUrl}message/`
const messageAddress = (runId: string): string => `${messageBaseUrl}${encodeURIComponent(runId)}`

const read = async (cache: Cache, key: string | Request): Promise<unknown> => {
  const response = await cache.match(key)
  if (response === undefined) return null
  return response.json().catch(() => null)
}

const parseRegistration = (value: unknown): Registration | null => {
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
