import { Dexie } from 'dexie'
import { rememberDatabase } from './databases.ts'
import { deviceDatabase } from './names.ts'
import type {
  Conflict,
  DocBlock,
  Entry,
  Fields,
  Item,
  KeptNotice,
  KeptRequest,
  MetaRow,
  Pin,
  RecordRow,
} from './rows.ts'
import { inTime, limits, StorageTrouble, type Limits, type TroubleKind } from './trouble.ts'

/** Everything one person keeps on this device in one organisation. Opened by `openDevice`, closed for good by `close`. */
export type Device = {
  readonly name: string
  readonly userId: string
  readonly tables: Tables
  /** Reads; rejects with StorageTrouble. One lost connection is mended without the caller noticing. */
  read<T>(work: (tables: Tables) => PromiseLike<T>): Promise<T>
  /** One transaction over the named tables; resolves only once it is on the disk, rejects with StorageTrouble when nothing of it was saved. */
  write<T>(over: readonly TableName[], work: (tables: Tables) => PromiseLike<T>): Promise<T>
  /** Resolves once open; rejects with StorageTrouble. */
  readonly ready: Promise<void>
  /** Hears of every trouble, and of the one standing now. Returns how to stop. */
  onTrouble(hear: (kind: TroubleKind) => void): () => void
  readonly isClosed: () => boolean
  /** No write gets through afterwards, and nothing opens it again. */
  close(): void
}

export type DeviceSettings = {
  indexedDB?: IDBFactory
  IDBKeyRange?: typeof globalThis.IDBKeyRange
  limits?: Limits
}

const tablesOf = (db: Dexie) => ({
  searches: db.table<Item, string>('searches'),
  recent: db.table<Item, string>('recent'),
  lists: db.table<Item, string>('lists'),
  members: db.table<Item, string>('members'),
  activities: db.table<Item, string>('activities'),
  agents: db.table<Item, string>('agents'),
  records: db.table<RecordRow, string>('records'),
  docs: db.table<DocBlock, [string, number]>('docs'),
  pins: db.table<Pin, string>('pins'),
  history: db.table<KeptRequest, string>('history'),
  signals: db.table<Fields, string>('signals'),
  notices: db.table<KeptNotice, string>('notices'),
  outbox: db.table<Entry, number, NewEntry>('outbox'),
  conflicts: db.table<Conflict, string>('conflicts'),
  meta: db.table<MetaRow, string>('meta'),
})
/** The database gives the number. */
export type NewEntry = Omit<Entry, 'seq'> & { seq?: number }
export type Tables = ReturnType<typeof tablesOf>
export type TableName = keyof Tables

/**
 * The schema, by version. Versions only add (a table, an index): a tab of the version before may still be writing when the new one
 * has upgraded, and a release may be taken back. An upgrade may run twice.
 */
export const declareVersions = (db: Dexie): void => {
  db.version(1).stores({
    searches: 'id',
    recent: 'id',
    lists: 'id',
    members: 'id',
    activities: 'id, value.recordId',
    records: 'id, viewedAt, *pins',
    docs: '[pin+block], pin',
    pins: 'id',
    history: 'id, createdAt',
    signals: 'id, at',
    outbox: '++seq, &id, entity',
    conflicts: 'id, entity',
    meta: 'key',
  })
  db.version(2).stores({ agents: 'id', notices: 'id, at' })
}

/** Opens at once and in the background; who reads before it is open waits, but never longer than the limit. */
export const openDevice = (
  userId: string,
  orgId: string,
  settings: DeviceSettings = {},
): Device => {
  const name = deviceDatabase(userId, orgId)
  const db = new Dexie(name, {
    // Answers before the transaction is complete would claim what is not saved yet.
    cache: 'disabled',
    chromeTransactionDurability: 'strict',
    ...(settings.indexedDB ? { indexedDB: settings.indexedDB } : {}),
    ...(settings.IDBKeyRange ? { IDBKeyRange: settings.IDBKeyRange } : {}),
  })
  rememberDatabase(name)
  declareVersions(db)
  const tables = tablesOf(db)
  const hearers = new Set<(kind: TroubleKind) => void>()
  let standing: TroubleKind | null = null
  let closedFor: 'replaced' | 'closed' | null = null

  const tell = (kind: TroubleKind): void => {
    standing = kind
    for (const hear of hearers) hear(kind)
  }
  const close = (why: 'replaced' | 'closed'): void => {
    closedFor ??= why
    db.close({ disableAutoOpen: true })
  }
  db.on('versionchange', ({ newVersion }) => {
    // With auto-open, the next write of this older code would go into the newer database and succeed; after a wipe it would make it anew.
    const why = newVersion === null ? 'closed' : 'replaced'
    close(why)
    tell(why)
    return false
  })
  db.on('blocked', () => {
    tell('slow')
    return false
  })

  const once = async <T>(operation: () => PromiseLike<T>, giveUp: () => void): Promise<T> => {
    if (closedFor !== null) throw new StorageTrouble(closedFor)
    try {
      const result = await inTime(operation, () => tell('slow'), settings.limits ?? limits)
      if (standing === 'slow' || standing === 'lost') standing = null
      return result
    } catch (error) {
      if (!(error instanceof StorageTrouble)) throw error
      giveUp()
      throw closedFor === null ? error : new StorageTrouble(closedFor, error)
    }
  }
  /** Safari loses its connection in the background (Dexie issue 2008): opened again once, and only where nothing may have been saved. */
  const guarded = async <T>(
    operation: () => PromiseLike<T>,
    mayRepeat: () => boolean,
    giveUp: () => void = () => {},
  ): Promise<T> => {
    try {
      return await once(operation, giveUp)
    } catch (error) {
      if (!(error instanceof StorageTrouble)) throw error
      const lost = error.kind === 'lost' || (error.kind === 'closed' && closedFor === null)
      if (!lost || !mayRepeat()) {
        tell(error.kind)
        throw error
      }
    }
    try {
      db.close({ disableAutoOpen: false })
      return await once(operation, giveUp)
    } catch (error) {
      if (error instanceof StorageTrouble) tell(error.kind)
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
            // What was reported as not saved must not be saved a minute later.
            abort()
          } catch {
            // It was over already.
          }
        },
      )
    },
    onTrouble: (hear) => {
      hearers.add(hear)
      if (standing !== null) hear(standing)
      return () => hearers.delete(hear)
    },
    isClosed: () => closedFor !== null,
    close: () => close('closed'),
  }
}
