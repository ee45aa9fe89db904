import { subscribe } from 'valtio'
import { session as pageSession, type Session } from '../session/session.ts'
import { contact } from '../lib/contact.ts'
import { log } from '../lib/log.ts'
import { runsSync, syncing } from '../shared/offline/syncing.ts'
import { feedFrom } from '../offline/feed.ts'
import { kinds } from '../offline/kinds.ts'
import type { Local } from '../offline/outbox.ts'
import type { Send } from '../offline/outcome.ts'
import { dropOldContacts } from '../offline/records.ts'
import { startSync, type Occasion, type SyncSettings } from '../offline/sync.ts'
import { StorageTrouble } from '../offline/trouble.ts'
import { startPageNotices } from './page-notices.ts'
import { startPagePins } from './page-pins.ts'
import { startPageRequests } from './page-requests.ts'
import { unsentSender } from './unsent.ts'

export type PageSync = {
  local: Local
  send: Send
  page?: Window
  session?: Session
  /** What a test replaces. */
  settings?: Partial<SyncSettings>
}

/** Looking at a page is told by two events at once. */
const glanceMs = 1_000
const contactsEveryMs = 10 * 60_000

/** Keeps the device and the server in step while the page is open. Returns how to stop; nothing is sent or stored afterwards. */
export const startPageSync = ({
  local,
  send,
  page = window,
  session = pageSession,
  settings = {},
}: PageSync): (() => Promise<void>) => {
  const later: SyncSettings['later'] = (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  }
  const sync = startSync({
    ...local,
    kinds,
    send,
    pull: feedFrom(send),
    locks: page.navigator.locks ?? null,
    random: Math.random,
    later,
    report: (error) => log.error('Syncing failed', error),
    ...settings,
  })
  const sendNow = async (): Promise<void> => {
    sync.poke('asked')
    await sync.settled()
  }
  unsentSender.send = sendNow
  const stopPins = startPagePins(local, send, page)
  const stopRequests = startPageRequests(local, send, settings.later ?? later, page)
  const stopNotices = startPageNotices(local, send, settings.later ?? later, page)
  const stops = [
    sync.onState((state) => {
      syncing.state = state
    }),
    runsSync(sync.poke),
    onOccasions(page, session, sync.poke),
    dropContactsInTime(local, settings.later ?? later),
  ]
  return async () => {
    for (const stop of stops) stop()
    if (unsentSender.send === sendNow) unsentSender.send = null
    syncing.state = { is: 'idle' }
    await Promise.all([sync.stop(), stopPins(), stopRequests(), stopNotices()])
  }
}

/** At the start and while the page is open, also where it stays without a network for days. Returns how to stop. */
const dropContactsInTime = (local: Local, later: SyncSettings['later']): (() => void) => {
  let callOff = (): void => {}
  const look = (): void => {
    callOff = later(contactsEveryMs, look)
    dropOldContacts(local).catch((error: unknown) => {
      // A storage that is closed or stuck is told where the device is opened.
      if (!(error instanceof StorageTrouble))
        log.error('Old contact details were not removed', error)
    })
  }
  look()
  return () => callOff()
}

/** Everything that may mean that the server can be reached now. */
const onOccasions = (
  page: Window,
  session: Session,
  poke: (occasion: Occasion) => void,
): (() => void) => {
  const ending = new AbortController()
  const { signal } = ending
  let looked = 0
  const look = (occasion: Occasion): void => {
    if (page.document.visibilityState === 'hidden' || Date.now() - looked < glanceMs) return
    looked = Date.now()
    poke(occasion)
  }
  page.addEventListener('online', () => poke('online'), { signal })
  page.addEventListener('focus', () => look('focus'), { signal })
  page.document.addEventListener('visibilitychange', () => look('visible'), { signal })
  page.addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted) look('visible')
    },
    { signal },
  )
  let { reached } = contact
  const stopContact = subscribe(contact, () => {
    if (contact.reached && !reached) poke('contact')
    reached = contact.reached
  })
  let { mode } = session.current().identity
  const stopSession = session.subscribe(() => {
    const now = session.current().identity.mode
    if (now === 'live' && mode !== 'live') poke('contact')
    mode = now
  })
  return () => {
    ending.abort()
    stopContact()
    stopSession()
  }
}
