import { IDBFactory } from 'fake-indexeddb'
import type { Browser, Keys } from '../../../src/offline/browser.ts'
import { createTab } from '../../../src/offline/wipe/session-epoch.ts'
import type { CurrentTab } from '../../../src/offline/wipe/current-tab.ts'

export type Device = {
  indexedDB: IDBFactory
  local: Map<string, string>
  session: Map<string, string>
  cookies: Map<string, string>
  caches: Map<string, string>
  files: Map<string, string>
  notices: Set<string>
  pushed: { subscribed: boolean }
  /** `diesAt`: the page dies instead of its n-th operation. */
  openPage: (options?: {
    diesAt?: number
    canList?: boolean
    alters?: Alter
    session?: Map<string, string>
  }) => Page
}
type Alter = (browser: Browser) => Browser
export type Page = CurrentTab & {
  deeds: () => number
  killed: Promise<void>
  redirectCount: () => number
  sealed: () => boolean
}

export const createDevice = (): Device => {
  const channels = new Set<(message: unknown) => void>()
  const locks = createLocks()
  const device: Omit<Device, 'openPage'> = {
    indexedDB: new IDBFactory(),
    local: new Map(),
    session: new Map(),
    cookies: new Map(),
    caches: new Map(),
    files: new Map(),
    notices: new Set(),
    pushed: { subscribed: false },
  }
  return {
    ...device,
    openPage: ({
      diesAt = Number.POSITIVE_INFINITY,
      canList = true,
      alters = (browser: Browser) => browser,
      session = device.session,
    } = {}) => {
      let deeds = 0
      let redirectCount = 0
      let sealed = false
      const death = Promise.withResolvers<void>()
      const page = { dead: false }
      const connections: IDBDatabase[] = []
      /** A dead page does nothing, and its promises never settle. */
      const lives = (): void => {
        deeds += 1
        if (deeds >= diesAt && !page.dead) {
          page.dead = true
          locks.release(page)
          for (const db of connections) db.close()
          death.resolve()
        }
        if (page.dead) throw new Error('killed')
      }
      const later = async <T>(work: () => T | Promise<T>): Promise<T> => {
        try {
          lives()
        } catch {
          return new Promise(() => undefined)
        }
        return work()
      }
      const browser: Browser = alters({
        local: keysOver(device.local, lives),
        session: keysOver(session, lives),
        databases: {
          open: (name) => {
            lives()
            const request = device.indexedDB.open(name)
            request.addEventListener('success', () => {
              const db = request.result
              connections.push(db)
              if (page.dead) db.close()
              const transaction = db.transaction.bind(db)
              db.transaction = (...given) => {
                lives()
                return transaction(...given)
              }
            })
            return request
          },
          deleteDatabase: (name) => {
            lives()
            return device.indexedDB.deleteDatabase(name)
          },
          ...(canList ? { databases: () => later(() => device.indexedDB.databases()) } : {}),
        },
        caches: {
          keys: () => later(() => [...device.caches.keys()]),
          delete: (name) => later(() => device.caches.delete(name)),
        },
        cookies: {
          host: 'app.fieldbook.example',
          read: () => {
            lives()
            return [...device.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
          },
          write: (cookie) => {
            lives()
            // The jar contains only cookies that were set without a domain.
            if (cookie.includes('1970') && !cookie.includes('domain='))
              device.cookies.delete(cookie.split('=')[0] ?? '')
          },
        },
        files: () =>
          later(() => ({
            keys: async function* () {
              yield* device.files.keys()
            } as () => FileSystemDirectoryHandleAsyncIterator<string>,
            removeEntry: (name: string) => later(() => void device.files.delete(name)),
          })),
        worker: () =>
          later(() => ({
            active: {
              postMessage: (_message: unknown, given?: unknown) => {
                lives()
                const [port] = given as [MessagePort]
                port.postMessage({ type: 'stopped', windows: channels.size })
              },
            },
            getNotifications: () =>
              later(() =>
                [...device.notices].map(
                  (title) =>
                    ({
                      title,
                      close: () => device.notices.delete(title),
                    }) as unknown as Notification,
                ),
              ),
            pushManager: {
              getSubscription: () =>
                later(() =>
                  device.pushed.subscribed
                    ? ({
                        unsubscribe: () =>
                          later(() => {
                            device.pushed.subscribed = false
                            return true
                          }),
                      } as unknown as PushSubscription)
                    : null,
                ),
            },
          })),
        locks: { request: locks.requestFor(page) },
        channel: () => {
          let on: (message: unknown) => void = () => undefined
          const own = (message: unknown): void => on(message)
          channels.add(own)
          return {
            hear: (each) => (on = each),
            say: (message) => {
              lives()
              for (const other of channels) if (other !== own) queueMicrotask(() => other(message))
            },
          }
        },
        seal: () => (sealed = true),
        showSignedOut: () => {
          lives()
          redirectCount += 1
        },
      })
      return {
        browser,
        tab: createTab(browser),
        deeds: () => deeds,
        killed: death.promise,
        redirectCount: () => redirectCount,
        sealed: () => sealed,
      }
    },
  }
}

const keysOver = (map: Map<string, string>, lives: () => void): Keys => ({
  keys: () => {
    lives()
    return [...map.keys()]
  },
  getItem: (key) => {
    lives()
    return map.get(key) ?? null
  },
  setItem: (key, value) => {
    lives()
    map.set(key, value)
  },
  removeItem: (key) => {
    lives()
    map.delete(key)
  },
})

/** Exclusive; a dead page releases its locks. */
const createLocks = () => {
  const queues = new Map<string, { page: object; begin: () => void }[]>()
  const next = (name: string): void => queues.get(name)?.[0]?.begin()
  const leave = (name: string, page: object): void => {
    const queue = queues.get(name) ?? []
    queues.set(
      name,
      queue.filter((each) => each.page !== page),
    )
    next(name)
  }
  const requestFor = (page: { dead: boolean }) =>
    ((name: string, _options: LockOptions, work: () => Promise<void>) =>
      new Promise<void>((resolve, reject) => {
        if (page.dead) return
        let hasStarted = false
        const begin = (): void => {
          if (hasStarted) return
          hasStarted = true
          work()
            .then(resolve, reject)
            .finally(() => leave(name, page))
        }
        const queue = queues.get(name) ?? []
        queues.set(name, [...queue, { page, begin }])
        if (queue.length === 0) begin()
      })) as LockManager['request']
  return {
    requestFor,
    release: (page: object): void => {
      for (const name of queues.keys()) leave(name, page)
    },
  }
}
