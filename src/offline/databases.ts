import { runWithin } from './run-within.ts'
import { keysOf, type Browser, type Databases, type Keys } from './browser.ts'

const listKey = 'fieldbook.databases'
/** Dexie's own list of databases, in browsers that cannot list them. */
const listOfDexie = '__dbnames'

/** Remembers a database for browsers that cannot list them. Call it before opening one. */
export const rememberDatabase = (name: string, local: Keys | null = ownStorage()): void => {
  const known = readRemembered(local)
  if (known.includes(name)) return
  try {
    local?.setItem(listKey, JSON.stringify([...known, name]))
  } catch {
    // Storage is full. Only the oldest browsers have no list of their own.
  }
}

export const databaseNames = async ({ local, databases }: Browser): Promise<string[]> => {
  if (databases === null) return []
  const own = readRemembered(local)
  if (!databases.databases) return [...new Set([...own, listOfDexie])]
  const listed = await databases.databases()
  return [...new Set([...own, ...listed.flatMap(({ name }) => name ?? [])])]
}

/** Another tab can block the deletion but not the clearing. A deletion that is too slow stays queued in the browser. */
export const deleteDatabase = async (
  databases: Databases,
  name: string,
  limitMs: number,
): Promise<boolean> => {
  const began = performance.now()
  await runWithin(limitMs / 2, () => emptyTables(databases, name))
  return runWithin(Math.max(100, limitMs - (performance.now() - began)), () =>
    requestDeletion(databases, name),
  )
}

export const readRows = async (
  databases: Databases,
  name: string,
  table: string,
): Promise<unknown[]> => {
  const db = await openExisting(databases, name)
  if (db === null) return []
  try {
    if (!db.objectStoreNames.contains(table)) return []
    const request = db.transaction(table, 'readonly').objectStore(table).getAll()
    return await new Promise<unknown[]>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('not read')))
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

/** Opens a database without creating it; null where it does not exist. */
const openExisting = (databases: Databases, name: string): Promise<IDBDatabase | null> =>
  new Promise((resolve, reject) => {
    const request = databases.open(name)
    let isNew = false
    request.addEventListener('upgradeneeded', () => {
      isNew = true
      request.transaction?.abort()
    })
    request.addEventListener('success', () => {
      const db = request.result
      // A deletion or an upgrade must not wait for this connection.
      db.addEventListener('versionchange', () => db.close())
      resolve(db)
    })
    request.addEventListener('error', (event) => {
      event.preventDefault()
      if (isNew) resolve(null)
      else reject(request.error ?? new Error('not opened'))
    })
  })

const requestDeletion = (databases: Databases, name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = databases.deleteDatabase(name)
    request.addEventListener('success', () => resolve())
    request.addEventListener('error', () => reject(request.error ?? new Error('not deleted')))
  })

const readRemembered = (local: Keys | null): string[] => {
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
