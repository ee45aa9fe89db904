import type { BrowserContext, Page } from '@playwright/test'
import { open, type Watched } from './opening.ts'

/** What the network had been asked for when something stood on the screen; Clerk is counted apart. */
export type Mark = {
  ms: number
  js_kb: number
  css_kb: number
  requests: number
  clerk_kb: number
  clerk_requests: number
  /** The calls of our API, in order. */
  calls: string[]
}

type Seen = { url: string; type: string; bytes: number; begun: number }

/** Opens an address in a browser: a mark at the first paint, and one for each thing that is watched, by its name. */
export async function firstVisit(
  context: BrowserContext,
  watched: Watched,
): Promise<ReadonlyMap<string, Mark>> {
  let network = new Map<string, Seen>()
  const conditions = { cpu: 1, limitMs: 60_000, awaitWorker: false }
  const opening = await open(context, watched, conditions, {
    before: async (page) => (network = await watchNetwork(page)),
    after: (page) => page.evaluate(() => performance.timeOrigin),
  })
  const moments = { 'first paint': opening.fcp ?? Number.NaN, ...opening.stood }
  // What had begun counts whole, whether or not it had arrived.
  const until = (ms: number): Seen[] =>
    [...network.values()].filter(({ begun }) => begun <= (opening.seen ?? 0) + ms)
  return new Map(Object.entries(moments).map(([name, ms]) => [name, markOf(until(ms), ms)]))
}

async function watchNetwork(page: Page): Promise<Map<string, Seen>> {
  const browser = await page.context().newCDPSession(page)
  const seen = new Map<string, Seen>()
  browser.on('Network.requestWillBeSent', ({ requestId, request, type, wallTime }) => {
    if (/^https?:/.test(request.url))
      seen.set(requestId, { url: request.url, type: type ?? '', bytes: 0, begun: wallTime * 1000 })
  })
  // What had come before is not asked of the network again.
  browser.on('Network.requestServedFromCache', ({ requestId }) => void seen.delete(requestId))
  browser.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) seen.delete(requestId)
  })
  browser.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = seen.get(requestId)
    if (one !== undefined) one.bytes = encodedDataLength
  })
  await browser.send('Network.enable')
  return seen
}

function markOf(all: Seen[], ms: number): Mark {
  const clerks = all.filter(({ url }) => /\/(clerk-js|__clerk|img)\/|\/clerk-island-/.test(url))
  const ours = all.filter((one) => !clerks.includes(one))
  const paths = ours.map(({ url }) => new URL(url).pathname)
  return {
    ms: Math.round(ms),
    // What is fetched early as a script has its own type until the script asks for it.
    js_kb: kb(ours.filter(({ url }) => new URL(url).pathname.endsWith('.js'))),
    css_kb: kb(ours.filter(({ type }) => type === 'Stylesheet')),
    requests: ours.length,
    clerk_kb: kb(clerks.filter(({ url }) => url.includes('/clerk-js/'))),
    clerk_requests: clerks.length,
    calls: paths.filter((path) => path.startsWith('/api/')),
  }
}

function kb(seen: Seen[]): number {
  return Math.round(seen.reduce((total, { bytes }) => total + bytes, 0) / 100) / 10
}
