import { atMost } from './at-most.ts'
import type { Browser } from './browser.ts'
import { databaseNames, deleteDatabase } from './databases.ts'
import { atSignOut } from './device-stores.ts'
import { emptyKeys } from './keys.ts'

const databaseMs = 2_000
const otherMs = 500

/**
 * Deletes everything at sign-out but what `deviceStores` lets stay: push subscription, databases, caches, storage, cookies, files,
 * notifications, in this order. Resolves with the names that were not gone in time. Never rejects; may be done again at any moment.
 */
export const emptyDevice = async (browser: Browser): Promise<string[]> => {
  const left: string[] = []
  const keep = (names: string[]): unknown => left.push(...names)
  await atMost(otherMs, () => unsubscribe(browser))
  await atMost(databaseMs + otherMs, async () => keep(await deleteDatabases(browser)))
  await atMost(otherMs, async () => keep(await deleteCaches(browser)))
  await atMost(otherMs, async () => emptyKeys(browser.local, 'local storage'))
  await atMost(otherMs, async () => emptyKeys(browser.session, 'session storage'))
  await atMost(otherMs, async () => emptyCookies(browser))
  await atMost(otherMs, () => deleteFiles(browser))
  await atMost(otherMs, () => closeNotifications(browser))
  return left
}

/** Deletes databases and caches of these names; resolves with those that were not gone in time. */
export const deleteNamed = async (browser: Browser, names: string[]): Promise<string[]> => {
  const left = await Promise.all(
    names.map(async (name) => {
      const cache = await atMost(otherMs, async () => browser.caches?.delete(name))
      const { databases } = browser
      const database = databases === null || (await deleteDatabase(databases, name, databaseMs))
      return cache && database ? [] : [name]
    }),
  )
  return left.flat()
}

/** Whether local storage holds anything that goes at sign-out. */
export const holdsKeys = ({ local }: Browser): boolean =>
  local?.keys().some((key) => atSignOut('local storage', key) === 'goes') ?? false

const unsubscribe = async ({ worker }: Browser): Promise<void> => {
  const subscription = await (await worker())?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}

const deleteDatabases = async (browser: Browser): Promise<string[]> => {
  const { databases } = browser
  if (databases === null) return []
  let names: string[] = []
  await atMost(otherMs, async () => (names = await databaseNames(browser)))
  const going = names.filter((name) => atSignOut('database', name) === 'goes')
  const left = await Promise.all(
    going.map(async (name) => ((await deleteDatabase(databases, name, databaseMs)) ? [] : [name])),
  )
  return left.flat()
}

const deleteCaches = async ({ caches }: Browser): Promise<string[]> => {
  const names = (await caches?.keys()) ?? []
  const going = names.filter((name) => atSignOut('cache', name) === 'goes')
  const left = await Promise.all(
    going.map(async (name) => ((await caches?.delete(name)) === true ? [] : [name])),
  )
  return left.flat()
}

/** Cookies that a script can see. They may have been set for any parent of the host, and are deleted only by the same name and domain. */
const emptyCookies = ({ cookies }: Browser): void => {
  const parts = cookies.host.split('.')
  const domains = ['', ...parts.map((_, at) => `; domain=${parts.slice(at).join('.')}`)]
  for (const cookie of cookies.read().split('; ')) {
    const name = cookie.split('=')[0] ?? ''
    if (name === '' || atSignOut('cookie', name) === 'stays') continue
    for (const domain of domains)
      cookies.write(`${name}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT${domain}`)
  }
}

const deleteFiles = async (browser: Browser): Promise<void> => {
  const files = await browser.files()
  if (files === null) return
  for await (const name of files.keys()) await files.removeEntry(name, { recursive: true })
}

const closeNotifications = async ({ worker }: Browser): Promise<void> => {
  for (const notice of (await (await worker())?.getNotifications()) ?? []) notice.close()
}
