import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'

/** A database of a browser as one release left it. */
export type StoredDevice = {
  name: string
  version: number
  stores: Record<string, string>
  rows: Record<string, unknown[]>
}

/** Reads the database without our code, as it is. */
export const unloadDevice = async (indexedDB: IDBFactory, name: string): Promise<StoredDevice> => {
  const db = new Dexie(name, { indexedDB, IDBKeyRange })
  await db.open()
  const stores: Record<string, string> = {}
  const rows: Record<string, unknown[]> = {}
  for (const table of db.tables) {
    const { primKey, indexes } = table.schema
    stores[table.name] = [primKey, ...indexes].map(({ src }) => src).join(', ')
    rows[table.name] = await table.toArray()
  }
  const version = db.verno
  db.close()
  return { name, version, stores, rows }
}

/** A browser that has this database and nothing else. */
export const loadDevice = async (stored: StoredDevice): Promise<IDBFactory> => {
  const indexedDB = new IDBFactory()
  const db = new Dexie(stored.name, { indexedDB, IDBKeyRange })
  db.version(stored.version).stores(stored.stores)
  await db.open()
  for (const [name, rows] of Object.entries(stored.rows)) await db.table(name).bulkAdd(rows)
  db.close()
  return indexedDB
}
