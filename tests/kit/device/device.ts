import 'fake-indexeddb/auto'
import { onTestFinished } from 'vitest'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { openDevice } from '../../../src/offline/database.ts'
import { feedFrom } from '../../../src/offline/feed.ts'
import { kinds } from '../../../src/offline/kinds.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import type { Send, SendOptions } from '../../../src/offline/calls.ts'
import type { Outcome } from '../../../src/offline/outcome.ts'
import type { Fields } from '../../../src/offline/rows.ts'
import { startSync, type Sync, type SyncSettings } from '../../../src/offline/sync.ts'

/** Two with the same factory are two tabs. */
export const someDevice = (indexedDB = new IDBFactory(), userId = 'user_rep'): Local => {
  let now = Date.parse('2026-03-03T10:00:00Z')
  return {
    device: openDevice(userId, 'org_harbour', { indexedDB, IDBKeyRange }),
    now: () => (now += 1),
    newId: () => crypto.randomUUID(),
  }
}

export const deviceOfTest = (): Local => {
  const local = someDevice()
  onTestFinished(() => local.device.close())
  return local
}

/** Answers by name; the test is responsible for the types of the answers. */
export const asSend = (
  answer: (call: string, input: Fields, options: SendOptions) => Promise<Outcome>,
): Send => answer as Send

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

export const poke = async (sync: Sync): Promise<void> => {
  sync.poke('requested')
  await sync.settled()
}
