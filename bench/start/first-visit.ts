import type { BrowserContext, Page } from '@playwright/test'

/** What the network had carried when something stood on the screen; Clerk is counted apart. */
export type Mark = {
  ms: number
  js_kb: number
  css_kb: number
  requests: number
  clerk_requests: number
  /** The calls of our API, in order. */
  calls: string[]
}

type Seen = { url: string; type: string; bytes: number }
type Wait = (page: Page) => Promise<unknown>

/** Opens `url` on a device that holds nothing of it but the session, and takes a mark when each of `waits` is over, in order. */
export async function firstVisit(
  context: BrowserContext,
  url: string,
  waits: readonly Wait[],
): Promise<Mark[]> {
  const page = await context.newPage()
  try {
    await forgetFiles(page, new URL(url).origin)
    const seen = await watchNetwork(page)
    const began = performance.now()
    await page.goto(url, { waitUntil: 'commit' })
    const marks: Mark[] = []
    for (const wait of waits) {
      await wait(page)
      marks.push(markOf([...seen.values()], performance.now() - began))
    }
    return marks
  } finally {
    await page.close()
  }
}

/** As if this device had never been here, but signed in. */
export async function forgetFiles(page: Page, origin: string): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.clearBrowserCache')
  await browser.send('Storage.clearDataForOrigin', {
    origin,
    // The session is in cookies, which stay.
    storageTypes: 'service_workers,cache_storage,local_storage,indexeddb',
  })
  await browser.detach()
}

async function watchNetwork(page: Page): Promise<Map<string, Seen>> {
  const browser = await page.context().newCDPSession(page)
  const seen = new Map<string, Seen>()
  browser.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (/^https?:/.test(request.url))
      seen.set(requestId, { url: request.url, type: type ?? '', bytes: 0 })
  })
  browser.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = seen.get(requestId)
    if (one !== undefined) one.bytes = encodedDataLength
  })
  await browser.send('Network.enable')
  return seen
}

function markOf(all: Seen[], ms: number): Mark {
  const ours = all.filter(({ url }) => !/\/(clerk-js|__clerk)\/|\/clerk-island-/.test(url))
  const paths = ours.map(({ url }) => new URL(url).pathname)
  return {
    ms: Math.round(ms),
    js_kb: kb(ours.filter(({ type }) => type === 'Script')),
    css_kb: kb(ours.filter(({ type }) => type === 'Stylesheet')),
    requests: ours.length,
    clerk_requests: all.length - ours.length,
    calls: paths.filter((path) => path.startsWith('/api/')),
  }
}

function kb(seen: Seen[]): number {
  return Math.round(seen.reduce((total, { bytes }) => total + bytes, 0) / 100) / 10
}
