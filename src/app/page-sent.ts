import { connection } from '../lib/connectivity.ts'
import { log } from '../lib/log.ts'
import { readQueue, watch } from '../offline/live.ts'
import type { Local } from '../offline/outbox.ts'
import { countSent } from '../offline/sent.ts'
import { StorageError } from '../offline/storage-error.ts'
import { syncStore } from '../shared/offline/sync-store.ts'
import type { Later } from './page-loop.ts'

const shownMs = 4_000

/** Sets `justSent` for a moment when all edits that waited offline, or since an earlier start, are sent and nothing needs a decision. Returns how to stop. */
export const startPageSent = ({ device }: Pick<Local, 'device'>, later: Later): (() => void) => {
  const waited = new Set<string>()
  let queue: Awaited<ReturnType<typeof readQueue>> | null = null
  let cancel = (): void => {}
  let isStopped = false
  const show = (count: number): void => {
    if (isStopped || count === 0) return
    syncStore.justSent = count
    cancel()
    cancel = later(shownMs, () => {
      syncStore.justSent = null
    })
  }
  const check = (isFirst = false): void => {
    if (queue === null) return
    const { queued, attention } = queue
    // What a start finds was left unsent before.
    if (isFirst || !connection.isOnline()) for (const id of queued) waited.add(id)
    else if (queued.length === 0 && waited.size > 0) {
      const ids = [...waited]
      waited.clear()
      if (attention === 0)
        // An edit that was taken back is not among the sent ones.
        countSent(device, ids).then(show, (error: unknown) => {
          if (!(error instanceof StorageError)) log.error('Sent edits were not counted', error)
        })
    }
  }
  const stops = [
    connection.subscribe(() => check()),
    watch(device, readQueue, {
      next: (read) => {
        const isFirst = queue === null
        queue = read
        check(isFirst)
      },
      error: () => {},
    }),
  ]
  return () => {
    isStopped = true
    for (const stop of stops) stop()
    cancel()
    syncStore.justSent = null
  }
}
