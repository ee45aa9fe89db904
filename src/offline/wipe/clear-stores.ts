import { runWithin } from '../run-within.ts'
import type { Browser } from '../browser.ts'
import { databaseNames, deleteDatabase } from '../databases.ts'
import { atSignOut } from '../device-stores.ts'
import { clearKeys } from './clear-keys.ts'

const databaseMs = 2_000
const otherMs = 500

/**
 * Deletes all that `deviceStores` does not keep. Answers the names that were not deleted in time. Never rejects, and may run
 * again at any moment.
 */
export const clearDevice = async (browser: Browser): Promise<string[]> => {
  const left: string[] = []
  const addLeft = (names: string[]): unknown => left.push(...names)
  await runWithin(otherMs, () => unsubscribe(browser))
  await runWithin(databaseMs + otherMs, async () => addLeft(await deleteDatabases(browser)))
  await runWithin(otherMs, async () => addLeft(await deleteCaches(browser)))
  await runWithin(otherMs, async () => clearKeys(browser.local, 'local storage'))
  await runWithin(otherMs, async () => clearKeys(browser.session, 'session storage'))
  await runWithin(otherMs, async () => emptyCookies(browser))
  await runWithin(otherMs, () => deleteFiles(browser))
  await runWithin(otherMs, () => closeNotifications(browser))
  return left
}

/** Deletes databases and caches by name; resolves with those that were not deleted in time. */
export const deleteNamed = async (browser: Browser, names: string[]): Promise<string[]> => {
  const left = await Promise.all(
    names.map(async (name) => {
      const cache = await runWithin(otherMs, async () => browser.caches?.delete(name))
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
  await runWithin(otherMs, async () => (names = await databaseNames(browser)))
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

/** Cookies that scripts can see. Any parent domain may have set them, and only the same name and domain deletes them. */
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
