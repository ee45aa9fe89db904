import { atMost } from './at-most.ts'
import { keysOf, type Browser, type Databases, type Keys } from './browser.ts'

const listKey = 'fieldbook.databases'
/** Where Dexie keeps its own list in browsers that have none. */
const listOfDexie = '__dbnames'

/** Notes that a database exists, for browsers that cannot list them. To be called before one is opened. */
export const rememberDatabase = (name: string, local: Keys | null = ownStorage()): void => {
  const known = remembered(local)
  if (known.includes(name)) return
  try {
    local?.setItem(listKey, JSON.stringify([...known, name]))
  } catch {
    // A full storage: the browser's own list has it, in all but the oldest.
  }
}

/** The names of all databases, by the browser's list and by our own. */
export const databaseNames = async ({ local, databases }: Browser): Promise<string[]> => {
  if (databases === null) return []
  const own = remembered(local)
  if (!databases.databases) return [...new Set([...own, listOfDexie])]
  const listed = await databases.databases()
  return [...new Set([...own, ...listed.flatMap(({ name }) => name ?? [])])]
}

/**
 * Empties the tables of a database and deletes it; true once it is gone. Emptied first, because another tab that does not let go
 * can hold up deleting but not emptying. Where it is not gone in time, the deletion stays in the queue of the browser.
 */
export const deleteDatabase = async (
  databases: Databases,
  name: string,
  limitMs: number,
): Promise<boolean> => {
  const began = performance.now()
  await atMost(limitMs / 2, () => emptyTables(databases, name))
  return atMost(Math.max(100, limitMs - (performance.now() - began)), () => gone(databases, name))
}

/** How many rows wait in a table of a database; 0 where either does not exist. */
export const countRows = async (
  databases: Databases,
  name: string,
  table: string,
): Promise<number> => {
  const db = await openExisting(databases, name)
  if (db === null) return 0
  try {
    if (!db.objectStoreNames.contains(table)) return 0
    const request = db.transaction(table, 'readonly').objectStore(table).count()
    return await new Promise<number>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('not counted')))
    })
  } finally {
    db.close()
  }
}

const emptyTables = async (databases: Databases, name: string): Promise<void> => {
  const db = await openExisting(databases, name)
  if (db === null) return
  try {
    const tables = [...db.objectStoreNames]
    if (tables.length === 0) return
    const transaction = db.transaction(tables, 'readwrite')
    for (const table of tables) transaction.objectStore(table).clear()
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')))
    })
  } finally {
    db.close()
  }
}

/** Opens it as it is; null where there is none, and then none is made. */
const openExisting = (databases: Databases, name: string): Promise<IDBDatabase | null> =>
  new Promise((resolve, reject) => {
    const request = databases.open(name)
    let made = false
    request.addEventListener('upgradeneeded', () => {
      made = true
      request.transaction?.abort()
    })
    request.addEventListener('success', () => {
      const db = request.result
      // Whoever deletes or upgrades it must not wait for this look.
      db.addEventListener('versionchange', () => db.close())
      resolve(db)
    })
    request.addEventListener('error', (event) => {
      event.preventDefault()
      if (made) resolve(null)
      else reject(request.error ?? new Error('not opened'))
    })
  })

const gone = (databases: Databases, name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = databases.deleteDatabase(name)
    request.addEventListener('success', () => resolve())
    request.addEventListener('error', () => reject(request.error ?? new Error('not deleted')))
  })

const remembered = (local: Keys | null): string[] => {
  try {
    const list: unknown = JSON.parse(local?.getItem(listKey) ?? '[]')
    return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

const ownStorage = (): Keys | null => {
  try {
    return keysOf(localStorage)
  } catch {
    return null
  }
}
