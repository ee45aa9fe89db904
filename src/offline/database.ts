import { Dexie, type Table } from 'dexie'
import { rememberDatabase } from './databases.ts'
import { entities, itemTables, type ItemTable } from './entities/entities.ts'
import type { Entity } from './entities/entity.ts'
import { deviceDatabase } from './names.ts'
import type {
  Conflict,
  DocBlock,
  Entry,
  Fields,
  Item,
  StoredNotification,
  StoredRequest,
  MetaRow,
  Pin,
  RecordRow,
  SentEdit,
} from './rows.ts'
import {
  withTimeout,
  limits,
  StorageError,
  type Limits,
  type StorageErrorKind,
} from './storage-error.ts'

export type Device = {
  readonly name: string
  readonly userId: string
  readonly tables: Tables
  /** Reads; rejects with StorageError. Reconnects once if the connection is lost. */
  read<T>(work: (tables: Tables) => PromiseLike<T>): Promise<T>
  /** Runs one transaction; resolves once it is on the disk, rejects with StorageError where nothing was saved. */
  write<T>(over: readonly TableName[], work: (tables: Tables) => PromiseLike<T>): Promise<T>
  /** Resolves once open; rejects with StorageError. */
  readonly ready: Promise<void>
  /** Calls back with every storage error, and at once with the current one. Returns how to stop. */
  onStorageError(listener: (kind: StorageErrorKind) => void): () => void
  readonly isClosed: () => boolean
  /** Closes it for good: later writes fail and nothing reopens it. */
  close(): void
}

export type DeviceSettings = {
  indexedDB?: IDBFactory
  IDBKeyRange?: typeof globalThis.IDBKeyRange
  limits?: Limits
}

const itemTablesOf = (db: Dexie) =>
  // One entry for each name of `itemTables`; `fromEntries` forgets the names.
  Object.fromEntries(itemTables.map((name) => [name, db.table<Item, string>(name)])) as Record<
    ItemTable,
    Table<Item, string>
  >

const tablesOf = (db: Dexie) => ({
  ...itemTablesOf(db),
  records: db.table<RecordRow, string>('records'),
  docs: db.table<DocBlock, [string, number]>('docs'),
  pins: db.table<Pin, string>('pins'),
  history: db.table<StoredRequest, string>('history'),
  signals: db.table<Fields, string>('signals'),
  notices: db.table<StoredNotification, string>('notices'),
  sent: db.table<SentEdit, string>('sent'),
  outbox: db.table<Entry, number, NewEntry>('outbox'),
  conflicts: db.table<Conflict, string>('conflicts'),
  meta: db.table<MetaRow, string>('meta'),
})
export type NewEntry = Omit<Entry, 'seq'> & { seq?: number }
export type Tables = ReturnType<typeof tablesOf>
export type TableName = keyof Tables

/**
 * A version only adds tables or indexes: an older tab may still write after an upgrade, a release may be rolled back, and an
 * upgrade may run twice.
 */
export const declareVersions = (db: Dexie): void => {
  const itemVersions = entities.map(({ since = 1 }: Entity) => since)
  for (const version of new Set([...Object.keys(otherTables).map(Number), ...itemVersions]))
    db.version(version).stores({ ...itemTablesSince(version), ...otherTables[version] })
}

const itemTablesSince = (version: number): Record<string, string> =>
  Object.fromEntries(
    entities.flatMap(({ table, since = 1, indexes = 'id' }: Entity) =>
      table !== null && since === version ? [[table, indexes]] : [],
    ),
  )

const otherTables: Record<number, Record<string, string>> = {
  1: {
    records: 'id, viewedAt, *pins',
    docs: '[pin+block], pin',
    pins: 'id',
    history: 'id, createdAt',
    signals: 'id, at',
    outbox: '++seq, &id, entity',
    conflicts: 'id, entity',
    meta: 'key',
  },
  2: { notices: 'id, at' },
  3: {
    sent: 'id, at',
    records: 'id, viewedAt, *pins, view.company_id',
    // Visits of the last days, without reading years of notes.
    activities: 'id, value.recordId, value.at',
  },
}

/** Opens the database in the background; reads wait for it, at most until the limit. */
export const openDevice = (
  userId: string,
  orgId: string,
  settings: DeviceSettings = {},
): Device => {
  const name = deviceDatabase(userId, orgId)
  const db = new Dexie(name, {
    // The cache answers before the transaction is complete, so it would report unsaved edits as saved.
    cache: 'disabled',
    chromeTransactionDurability: 'strict',
    ...(settings.indexedDB ? { indexedDB: settings.indexedDB } : {}),
    ...(settings.IDBKeyRange ? { IDBKeyRange: settings.IDBKeyRange } : {}),
  })
  rememberDatabase(name)
  declareVersions(db)
  const tables = tablesOf(db)
  const listeners = new Set<(kind: StorageErrorKind) => void>()
  let currentError: StorageErrorKind | null = null
  let closedFor: 'replaced' | 'closed' | null = null

  const reportError = (kind: StorageErrorKind): void => {
    currentError = kind
    for (const listener of listeners) listener(kind)
  }
  const close = (why: 'replaced' | 'closed'): void => {
    closedFor ??= why
    db.close({ disableAutoOpen: true })
  }
  db.on('versionchange', ({ newVersion }) => {
    // With auto-open, the next write of this older code would go into the newer database, or after a wipe create it again.
    const why = newVersion === null ? 'closed' : 'replaced'
    close(why)
    reportError(why)
    return false
  })
  db.on('blocked', () => {
    reportError('slow')
    return false
  })

  const once = async <T>(operation: () => PromiseLike<T>, giveUp: () => void): Promise<T> => {
    if (closedFor !== null) throw new StorageError(closedFor)
    try {
      const result = await withTimeout(
        operation,
        () => reportError('slow'),
        settings.limits ?? limits,
      )
      if (currentError === 'slow' || currentError === 'lost') currentError = null
      return result
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      giveUp()
      throw closedFor === null ? error : new StorageError(closedFor, error)
    }
  }
  /** Safari loses its connection in the background (Dexie issue 2008). Reopens once, where nothing may have been saved yet. */
  const guarded = async <T>(
    operation: () => PromiseLike<T>,
    mayRepeat: () => boolean,
    giveUp: () => void = () => {},
  ): Promise<T> => {
    try {
      return await once(operation, giveUp)
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      const lost = error.kind === 'lost' || (error.kind === 'closed' && closedFor === null)
      if (!lost || !mayRepeat()) {
        reportError(error.kind)
        throw error
      }
    }
    try {
      db.close({ disableAutoOpen: false })
      return await once(operation, giveUp)
    } catch (error) {
      if (error instanceof StorageError) reportError(error.kind)
      throw error
    }
  }

  const ready = guarded(
    () => db.open().then(() => {}),
    () => true,
  )
  ready.catch(() => {})

  return {
    name,
    userId,
    tables,
    ready,
    read: (work) =>
      guarded(
        () => work(tables),
        () => true,
      ),
    write: (over, work) => {
      let finished = false
      let abort = (): void => {}
      return guarded(
        () =>
          db.transaction('rw', [...over], async (transaction) => {
            finished = false
            abort = () => transaction.abort()
            const result = await work(tables)
            finished = true
            return result
          }),
        () => !finished,
        () => {
          try {
            // A write that was reported as failed must not be saved later.
            abort()
          } catch {
            // The transaction has already ended.
          }
        },
      )
    },
    onStorageError: (listener) => {
      listeners.add(listener)
      if (currentError !== null) listener(currentError)
      return () => listeners.delete(listener)
    },
    isClosed: () => closedFor !== null,
    close: () => close('closed'),
  }
}
