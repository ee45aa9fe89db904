import { onReconnect } from '../lib/connectivity.ts'
import { log } from '../lib/log.ts'
import { registerPinFetcher, pinStore } from '../shared/offline/pin-store.ts'
import { watch } from '../offline/live.ts'
import type { Local } from '../offline/outbox.ts'
import type { Send } from '../offline/calls.ts'
import { createPinKeeper, pinSigns, type PinRefusal } from '../offline/pin-keeper.ts'
import { StorageError } from '../offline/storage-error.ts'

export const startPagePins = (
  local: Local,
  send: Send,
  page: Window = window,
): (() => Promise<void>) => {
  const keeper = createPinKeeper({
    local,
    send,
    locks: page.navigator.locks ?? null,
    later: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    onRefused: (pin, why) => {
      if (why === null) delete pinStore.refused[pin]
      else pinStore.refused[pin] = describeRefusal(why)
    },
    report: (error) => log.error('An offline copy was not refreshed', error),
  })
  const stops = [
    registerPinFetcher(keeper.ask),
    watch(local.device, pinSigns, { next: keeper.look, error: () => {} }),
    onReconnect(keeper.retryNow),
  ]
  return async () => {
    for (const stop of stops) stop()
    pinStore.refused = {}
    await keeper.stop()
  }
}

const describeRefusal = (why: PinRefusal): string => {
  if (why instanceof StorageError)
    return why.kind === 'full'
      ? 'This device is out of storage. Remove some offline data in Storage.'
      : 'This device couldn’t save it.'
  return why.status === 404 ? 'This list no longer exists.' : why.title
}
