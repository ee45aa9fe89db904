import type { BrowserContext, Page } from '@playwright/test'
import { open, type Watched } from './opening.ts'

/** Clerk's requests count separately. */
export type Mark = {
  ms: number
  js_kb: number
  css_kb: number
  requests: number
  clerk_kb: number
  clerk_requests: number
  calls: string[]
}

type Seen = { url: string; type: string; bytes: number; startedAt: number }

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
  // A request that has started counts whole.
  const until = (ms: number): Seen[] =>
    [...network.values()].filter(({ startedAt }) => startedAt <= (opening.seen ?? 0) + ms)
  return new Map(Object.entries(moments).map(([name, ms]) => [name, markOf(until(ms), ms)]))
}

async function watchNetwork(page: Page): Promise<Map<string, Seen>> {
  const browser = await page.context().newCDPSession(page)
  const seen = new Map<string, Seen>()
  browser.on('Network.requestWillBeSent', ({ requestId, request, type, wallTime }) => {
    if (/^https?:/.test(request.url))
      seen.set(requestId, {
        url: request.url,
        type: type ?? '',
        bytes: 0,
        startedAt: wallTime * 1000,
      })
  })
  // A cached file causes no network request.
  browser.on('Network.requestServedFromCache', ({ requestId }) => void seen.delete(requestId))
  browser.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) seen.delete(requestId)
  })
  browser.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = seen.get(requestId)
    if (request !== undefined) request.bytes = encodedDataLength
  })
  await browser.send('Network.enable')
  return seen
}

function markOf(all: Seen[], ms: number): Mark {
  const clerks = all.filter(({ url }) => /\/(clerk-js|__clerk|img)\/|\/clerk-island-/.test(url))
  const ours = all.filter((request) => !clerks.includes(request))
  const paths = ours.map(({ url }) => new URL(url).pathname)
  return {
    ms: Math.round(ms),
    // A preloaded script has its own resource type until it runs.
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
