import { session as pageSession, type Session } from '../session/session.ts'
import { onReconnect } from '../lib/connectivity.ts'
import { log } from '../lib/log.ts'
import { registerSync, syncStore } from '../shared/offline/sync-store.ts'
import { feedFrom } from '../offline/feed.ts'
import { kinds } from '../offline/kinds.ts'
import type { Local } from '../offline/outbox.ts'
import type { Send } from '../offline/calls.ts'
import { dropOldContacts } from '../offline/records.ts'
import { dropOldSent } from '../offline/sent.ts'
import { startSync, type SyncSettings } from '../offline/sync.ts'
import type { Occasion } from '../offline/sync-reducer.ts'
import { onStart, startPageLoop } from './page-loop.ts'
import { startPageNotifications } from './page-notifications.ts'
import { startPageReminders } from './page-reminders.ts'
import { startPagePins } from './page-pins.ts'
import { startPageRequests } from './page-requests.ts'
import { startPageSent } from './page-sent.ts'
import { unsentSender } from './unsent.ts'

export type PageSync = {
  local: Local
  send: Send
  page?: Window
  session?: Session
  settings?: Partial<SyncSettings>
}

/** In ms. Focus and visibility are two events of one return. */
const glanceMs = 1_000
const contactsEveryMs = 10 * 60_000

/** Returns how to stop; nothing is sent or stored afterwards. */
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
    sync.poke('requested')
    await sync.settled()
  }
  unsentSender.send = sendNow
  unsentSender.saveFile = async () => {
    const { saveUnsentFile } = await import('../screens/sync/save-unsent-file.ts')
    return saveUnsentFile(local, session.current().identity.orgId ?? '')
  }
  const contacts = startPageLoop({
    work: async () => {
      await dropOldContacts(local)
      await dropOldSent(local)
    },
    on: [onStart],
    everyMs: () => contactsEveryMs,
    later: settings.later ?? later,
    report: (error) => log.error('Old contact details or sent edits were not removed', error),
  })
  const stopPins = startPagePins(local, send, page)
  const stopRequests = startPageRequests(local, send, settings.later ?? later, page)
  const stopNotifications = startPageNotifications(local, send, settings.later ?? later, page)
  const stops = [
    sync.onState((state) => {
      syncStore.state = state
    }),
    registerSync(sync.poke),
    startPageSent(local, settings.later ?? later),
    startPageReminders(local, page),
    onOccasions(page, session, sync.poke),
  ]
  return async () => {
    for (const stop of stops) stop()
    if (unsentSender.send === sendNow) Object.assign(unsentSender, { send: null, saveFile: null })
    syncStore.state = { is: 'idle' }
    await Promise.all([
      sync.stop(),
      contacts.stop(),
      stopPins(),
      stopRequests(),
      stopNotifications(),
    ])
  }
}

/** The server may be reachable after these events. */
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
  const stopContact = onReconnect(() => poke('contact'))
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
