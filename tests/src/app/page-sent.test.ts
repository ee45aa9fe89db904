import 'fake-indexeddb/auto'
import { afterEach, expect, it } from 'vitest'
import { startPageSent } from '../../../src/app/page-sent.ts'
import { connectivity } from '../../../src/lib/connectivity.ts'
import { createList } from '../../../src/offline/lists.ts'
import { readQueue, watch } from '../../../src/offline/live.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import { saveSent } from '../../../src/offline/sent.ts'
import { syncStore } from '../../../src/shared/offline/sync-store.ts'
import { someDevice } from '../../kit/device/device.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  connectivity.online = true
})

const aListMadeOffline = async (): Promise<{
  local: Local
  end: () => void
  emptyQueue: (sent: boolean) => Promise<void>
}> => {
  const local = someDevice()
  const timer = { run: (): void => {} }
  connectivity.online = false
  stops.push(
    startPageSent(local, (_, run) => {
      timer.run = run
      return () => {}
    }),
  )
  const isQueued = new Promise<void>((done) => {
    stops.push(
      watch(local.device, readQueue, {
        next: ({ queued }) => queued.length > 0 && done(),
        error: () => {},
      }),
    )
  })
  await createList(local, { name: 'Perth builders', category: 'company' })
  await isQueued
  const emptyQueue = (isSent: boolean): Promise<void> =>
    local.device.write(['outbox', 'sent'], async ({ outbox, sent }) => {
      const [entry] = await outbox.toArray()
      if (isSent && entry) await saveSent({ sent }, entry, {}, 1)
      await outbox.clear()
    })
  return { local, end: () => timer.run(), emptyQueue }
}

it('edits made offline that are all sent are confirmed for a moment', async () => {
  const { end, emptyQueue } = await aListMadeOffline()
  connectivity.online = true
  await emptyQueue(true)
  await expect.poll(() => syncStore.justSent).toBe(1)
  end()
  expect(syncStore.justSent).toBeNull()
})

it('an edit that is taken back offline confirms nothing', async () => {
  const { local, emptyQueue } = await aListMadeOffline()
  await emptyQueue(false)
  connectivity.online = true
  await createList(local, { name: 'Made online', category: 'company' })
  await emptyQueue(true)
  expect(syncStore.justSent).toBeNull()
})
