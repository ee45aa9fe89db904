/** What a page has of the browser for alerts. */
export type PushBrowser = {
  /** Whether the browser can show notices and be pushed to at all, in this window. */
  able: boolean
  /** An iPhone or iPad outside the Home Screen, where asking would never work. */
  needsHomeScreen: boolean
  /** 'Chrome on Windows'. */
  label: string
  permission(): NotificationPermission
  /** Asks the person; only ever after a tap. */
  requestPermission(): Promise<NotificationPermission>
  /** The worker that receives messages; rejects where none becomes ready. */
  worker(): Promise<Pick<ServiceWorkerRegistration, 'pushManager'>>
  caches: Pick<CacheStorage, 'open' | 'has'>
  wait(ms: number): Promise<void>
}

/** The browser of this page. */
export const pushBrowser = (page: Window & typeof globalThis = window): PushBrowser => {
  const { navigator } = page
  const { userAgent, maxTouchPoints } = navigator
  // An iPad says that it is a Mac, but no Mac has a touch screen.
  const apple =
    /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  const installed =
    page.matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  const able = 'Notification' in page && 'PushManager' in page && 'serviceWorker' in navigator
  return {
    able,
    needsHomeScreen: apple && !installed,
    label: labelOf(userAgent, apple, maxTouchPoints),
    permission: () => (able ? page.Notification.permission : 'denied'),
    requestPermission: () => page.Notification.requestPermission(),
    worker: () => navigator.serviceWorker.ready,
    caches: page.caches,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  }
}

/** What a person calls this browser. */
export const labelOf = (userAgent: string, apple: boolean, touchPoints: number): string => {
  const browser = browsers.find(([, sign]) => sign.test(userAgent))?.[0] ?? 'Browser'
  const place = apple
    ? /iPhone|iPod/.test(userAgent) || touchPoints === 0
      ? 'iPhone'
      : 'iPad'
    : (places.find(([, sign]) => sign.test(userAgent))?.[0] ?? 'another device')
  return `${browser} on ${place}`
}

// Most claim to be the ones that follow.
const browsers: [string, RegExp][] = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Opera', /OPR\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /Safari\/|AppleWebKit\//],
]
const places: [string, RegExp][] = [
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]
