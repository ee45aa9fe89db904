export type PushBrowser = {
  able: boolean
  /** An iPhone or iPad outside the Home Screen, where a permission request never works. */
  needsHomeScreen: boolean
  /** 'Chrome on Windows'. */
  label: string
  permission(): NotificationPermission
  /** Asks the user for permission; call only after a tap. */
  requestPermission(): Promise<NotificationPermission>
  /** The worker that receives pushes; rejects if no worker becomes ready. */
  worker(): Promise<Pick<ServiceWorkerRegistration, 'pushManager'>>
  caches: Pick<CacheStorage, 'open' | 'has'>
  wait(ms: number): Promise<void>
}

export const pushBrowser = (page: Window & typeof globalThis = window): PushBrowser => {
  const { navigator } = page
  const { userAgent, maxTouchPoints } = navigator
  // An iPad claims to be a Mac, but no Mac has a touch screen.
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

export const labelOf = (userAgent: string, apple: boolean, touchPoints: number): string => {
  const browser = browsers.find(([, sign]) => sign.test(userAgent))?.[0] ?? 'Browser'
  const device = apple
    ? /iPhone|iPod/.test(userAgent) || touchPoints === 0
      ? 'iPhone'
      : 'iPad'
    : (platforms.find(([, sign]) => sign.test(userAgent))?.[0] ?? 'another device')
  return `${browser} on ${device}`
}

// Most browsers also claim to be those that follow.
const browsers: [string, RegExp][] = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Opera', /OPR\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /Safari\/|AppleWebKit\//],
]
const platforms: [string, RegExp][] = [
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]
