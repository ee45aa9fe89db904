import { subscribe } from 'valtio'
import { contact } from '../lib/contact.ts'
import { log } from '../lib/log.ts'
import { fetchesPins, pinning } from '../shared/offline/pinning.ts'
import { watch } from '../offline/live.ts'
import type { Local } from '../offline/outbox.ts'
import type { Send } from '../offline/outcome.ts'
import { createPinKeeper, pinSigns, type PinRefusal } from '../offline/pin-keeper.ts'
import { StorageTrouble } from '../offline/trouble.ts'

/** Keeps what is available offline whole and up to date while the page is open. Returns how to stop. */
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
    refused: (pin, why) => {
      if (why === null) delete pinning.refused[pin]
      else pinning.refused[pin] = wordsOf(why)
    },
    report: (error) =>
      log.error('What is available offline could not be brought up to date', error),
  })
  const stops = [
    fetchesPins(keeper.ask),
    watch(local.device, pinSigns, { next: keeper.look, trouble: () => {} }),
    subscribe(contact, () => {
      if (contact.reached) keeper.hope()
    }),
  ]
  return async () => {
    for (const stop of stops) stop()
    pinning.refused = {}
    await keeper.stop()
  }
}

const wordsOf = (why: PinRefusal): string => {
  if (why instanceof StorageTrouble)
    return why.kind === 'full'
      ? 'This device is out of storage. Remove some offline data in Storage.'
      : 'This device couldn’t save it.'
  return why.status === 404 ? 'This list no longer exists.' : why.title
}
