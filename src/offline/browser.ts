import { links } from '../../contract/links.ts'
import type { SignOutMessage } from './sign-out-message.ts'

export type Browser = {
  local: Keys | null
  session: Keys | null
  databases: Databases | null
  caches: Pick<CacheStorage, 'keys' | 'delete'> | null
  cookies: Cookies
  /** The origin private file system (OPFS). */
  files: () => Promise<Files | null>
  worker: () => Promise<Worker | null>
  locks: Pick<LockManager, 'request'> | null
  /** A channel to the other tabs; null where the browser has none, and storage events replace it. */
  channel: () => Channel | null
  /** Blanks this page and blocks every further write of it. */
  seal: () => void
  /** Replaces this page. */
  showSignedOut: () => void
}

export type Keys = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { keys: () => string[] }
export type Databases = Pick<IDBFactory, 'open' | 'deleteDatabase'> & {
  databases?: () => Promise<{ name?: string | undefined }[]>
}
export type Cookies = { read: () => string; write: (cookie: string) => void; host: string }
export type Files = Pick<FileSystemDirectoryHandle, 'removeEntry' | 'keys'>
export type Worker = Pick<ServiceWorkerRegistration, 'getNotifications'> & {
  active: Pick<ServiceWorker, 'postMessage'> | null
  pushManager?: Pick<PushManager, 'getSubscription'> | undefined
}
export type Channel = {
  say: (message: SignOutMessage) => void
  hear: (on: (message: unknown) => void) => void
}

export const thisBrowser = (page: Window & typeof globalThis = window): Browser => ({
  local: refused(() => keysOf(page.localStorage)),
  session: refused(() => keysOf(page.sessionStorage)),
  databases: refused(() => databasesOf(page.indexedDB)),
  caches: refused(() => page.caches),
  cookies: cookiesOf(page),
  files: async () => (await page.navigator.storage?.getDirectory?.()) ?? null,
  worker: async () => (await page.navigator.serviceWorker?.getRegistration()) ?? null,
  locks: page.navigator.locks ?? null,
  channel: () => refused(() => channelOf(new page.BroadcastChannel('fieldbook'))),
  seal: () => seal(page),
  showSignedOut: () => page.location.replace(links.signedOut()),
})

const refused = <T>(get: () => T): T | null => {
  try {
    return get() ?? null
  } catch {
    return null
  }
}

// Bound here and below before `seal` takes the page's own access away.
export const keysOf = (storage: Storage): Keys => ({
  getItem: (key) => storage.getItem(key),
  setItem: storage.setItem.bind(storage),
  removeItem: (key) => storage.removeItem(key),
  keys: () => Object.keys(storage),
})

const databasesOf = (factory: IDBFactory): Databases => ({
  open: factory.open.bind(factory),
  deleteDatabase: factory.deleteDatabase.bind(factory),
  ...(typeof factory.databases === 'function'
    ? { databases: factory.databases.bind(factory) }
    : {}),
})

const channelOf = (channel: BroadcastChannel): Channel => ({
  say: (message) => channel.postMessage(message),
  hear: (on) => channel.addEventListener('message', ({ data }) => on(data)),
})

const cookiesOf = (page: Window & typeof globalThis): Cookies => {
  const property = Object.getOwnPropertyDescriptor(page.Document.prototype, 'cookie')
  return {
    read: () => page.document.cookie,
    write: (cookie) => {
      property?.set?.call(page.document, cookie)
    },
    host: page.location.hostname,
  }
}

/** Stopping every timer, reply and library (the query persister, clerk-js) would miss some, so the page loses access to all stores. */
const seal = (page: Window & typeof globalThis): void => {
  const closed = (): never => {
    throw new page.DOMException('Signed out', 'InvalidStateError')
  }
  page.document.documentElement.style.visibility = 'hidden'
  page.Storage.prototype.setItem = () => undefined
  page.IDBFactory.prototype.open = closed
  if ('CacheStorage' in page)
    page.CacheStorage.prototype.open = () =>
      Promise.reject(new page.DOMException('Signed out', 'InvalidStateError'))
  const cookie = Object.getOwnPropertyDescriptor(page.Document.prototype, 'cookie')
  if (cookie?.configurable === true)
    Object.defineProperty(page.Document.prototype, 'cookie', { ...cookie, set: () => {} })
}
