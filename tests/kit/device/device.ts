// Dexie's live queries look for a global IndexedDB when Dexie is loaded: this comes first.
import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { openDevice } from '../../../src/offline/database.ts'
import { feedFrom } from '../../../src/offline/feed.ts'
import { kinds } from '../../../src/offline/kinds.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import type { Send } from '../../../src/offline/outcome.ts'
import { startSync, type Sync, type SyncSettings } from '../../../src/offline/sync.ts'

/** A device of a test's own; two with the same factory are two tabs. */
export const someDevice = (indexedDB = new IDBFactory(), userId = 'user_rep'): Local => {
  let now = Date.parse('2026-03-03T10:00:00Z')
  return {
    device: openDevice(userId, 'org_harbour', { indexedDB, IDBKeyRange }),
    now: () => (now += 1),
    newId: () => crypto.randomUUID(),
  }
}

/** Sync that only moves when poked. */
export const someSync = (local: Local, send: Send, more: Partial<SyncSettings> = {}): Sync =>
  startSync({
    ...local,
    kinds,
    send,
    pull: feedFrom(send),
    locks: null,
    random: () => 0,
    report: (error) => {
      throw error
    },
    later: () => () => {},
    ...more,
  })

/** Pokes and waits until nothing is under way. */
export const poke = async (sync: Sync): Promise<void> => {
  sync.poke('asked')
  await sync.settled()
}
