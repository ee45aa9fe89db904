import type { BrowserContext, Page } from '@playwright/test'

export type Visit = {
  js_kb: number
  css_kb: number
  requests: number
  clerk_requests: number
  api: string[]
  usable_ms: number
}

type Seen = { url: string; type: string; bytes: number }

/**
 * Opens `url` with empty caches and no service worker and counts what the network carried until `usable` says so.
 * Clerk is counted apart; stylesheets inside the page count as the page.
 */
export async function firstVisit(
  context: BrowserContext,
  url: string,
  usable: (page: Page) => Promise<unknown>,
): Promise<Visit> {
  const page = await context.newPage()
  try {
    const browser = await context.newCDPSession(page)
    await forgetFiles(page, new URL(url).origin)
    await browser.send('Network.enable')
    const open = new Map<string, Seen>()
    browser.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
      if (!request.url.startsWith('data:'))
        open.set(requestId, { url: request.url, type: type ?? '', bytes: 0 })
    })
    browser.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const seen = open.get(requestId)
      if (seen !== undefined) seen.bytes = encodedDataLength
    })
    const began = performance.now()
    await page.goto(url, { waitUntil: 'commit' })
    await usable(page)
    const usable_ms = Math.round(performance.now() - began)
    const all = [...open.values()]
    const ours = all.filter(({ url: address }) => !isClerk(address))
    return {
      js_kb: kb(ours.filter(({ type }) => type === 'Script')),
      css_kb: kb(ours.filter(({ type }) => type === 'Stylesheet')),
      requests: ours.length,
      clerk_requests: all.length - ours.length,
      api: ours
        .map(({ url: address }) => new URL(address).pathname)
        .filter((p) => p.startsWith('/api/')),
      usable_ms,
    }
  } finally {
    await page.close()
  }
}

/** As if never visited, but still signed in. */
export async function forgetFiles(page: Page, origin: string): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.clearBrowserCache')
  await browser.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'service_workers,cache_storage',
  })
  await browser.detach()
}

const isClerk = (url: string) => /\/(clerk-js|__clerk)\//.test(url)
const kb = (seen: Seen[]) =>
  Math.round(seen.reduce((total, { bytes }) => total + bytes, 0) / 100) / 10
