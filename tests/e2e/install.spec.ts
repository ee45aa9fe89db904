import { expect, test, type Request } from '@playwright/test'
import { workerReady } from '../kit/journeys/unreliable-network.ts'

test('Chromium accepts the app as installable', async ({
  playwright,
  launchOptions,
  baseURL,
}, testInfo) => {
  // A profile on disk: a test's usual profile counts as incognito, where nothing can be installed.
  const profile = await playwright.chromium.launchPersistentContext(
    testInfo.outputPath('profile'),
    launchOptions,
  )
  try {
    const page = await profile.newPage()
    const browser = await profile.newCDPSession(page)
    await page.goto(new URL('/sign-in', baseURL).href)
    // The link is set once the first screen is shown.
    await page.locator('link[rel=manifest]').waitFor({ state: 'attached' })
    const manifest = await browser.send('Page.getAppManifest')
    expect(manifest.url).toBe(`${baseURL}/manifest.webmanifest`)
    expect(manifest.errors).toEqual([])
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
    expect(installabilityErrors).toEqual([])
    expect((await browser.send('Page.getAppId')).appId).toBe(`${baseURL}/`)
  } finally {
    await profile.close()
  }
})

test('the worker precaches everything the shell needs and nothing personal', async ({ page }) => {
  await page.goto('/sign-in')
  await workerReady(page)
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL),
  ).toMatch(/\/sw\.js$/)
  const cachedPaths = () =>
    page.evaluate(async () => {
      const lists = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
      )
      return lists.flat().map((request) => new URL(request.url).pathname)
    })
  const paths = await cachedPaths()
  expect(paths).toContain('/index.html')
  // Clerk's screens follow once the worker is active.
  const ofClerk = async () =>
    (await cachedPaths()).filter((path) => path.startsWith('/clerk-js/')).length
  await expect.poll(ofClerk).toBeGreaterThan(10)
  expect(paths.filter((path) => /^\/(api|__clerk)\//.test(path))).toEqual([])
})

test('any address of the app opens the shell offline', async ({ page, context }) => {
  await page.goto('/sign-in')
  await workerReady(page)
  await context.setOffline(true)
  for (const address of ['/sign-in', '/dashboard', '/dashboard/search/new?tab=people']) {
    const failed: string[] = []
    // Leaving the previous page aborts its requests.
    const note = (request: Request) =>
      request.failure()?.errorText !== 'net::ERR_ABORTED' && failed.push(request.url())
    page.on('requestfailed', note)
    const response = await page.goto(address)
    expect(response?.fromServiceWorker()).toBe(true)
    await expect(page.locator('#root')).not.toBeEmpty()
    page.off('requestfailed', note)
    expect(failed.filter((url) => /\/(assets|clerk-js)\//.test(url))).toEqual([])
  }
})

test('an unreachable sign-in service answers 503 instead of a network error', async ({
  page,
  context,
}) => {
  await page.goto('/sign-in')
  await workerReady(page)
  await page.reload()
  await context.setOffline(true)
  const status = await page.evaluate(async () => (await fetch('/__clerk/v1/environment')).status)
  expect(status).toBe(503)
})

test('the first paint waits for no stylesheet and no other origin', async ({ page, baseURL }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto('/sign-in')
  await workerReady(page)
  const elsewhere = requested.filter(
    (url) => !url.startsWith('data:') && new URL(url).origin !== baseURL,
  )
  expect(elsewhere).toEqual([])
  const blocking = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(
        (entry) => 'renderBlockingStatus' in entry && entry.renderBlockingStatus === 'blocking',
      )
      .map((entry) => entry.name),
  )
  expect(blocking).toEqual([])
  // Figtree loads after it.
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.body).fontFamily))
    .toMatch(/^"?Figtree"?,/)
})

test('a first visit opens although every file fails once, and so do files loaded later', async ({
  page,
}) => {
  const broken = new Set<string>()
  await page.route('**/assets/*.js', (route) => {
    const url = route.request().url()
    if (broken.has(url)) return route.continue()
    broken.add(url)
    return route.abort('connectionreset')
  })
  await page.goto('/sign-in')
  await expect(page.getByLabel('Work email')).toBeVisible()
  expect(broken.size).toBeGreaterThan(4)
})
