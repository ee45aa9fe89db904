import { expect, test, type Page } from '@playwright/test'
import {
  startObserve,
  type ObserveEmulator,
  type ServiceName,
} from '../../emulators/observe/emulator.ts'
import { readBrowserStores } from '../kit/journeys/browser-stores.ts'
import { servicesOrigin, withServices } from '../kit/journeys/observed.ts'
import { signIn } from '../kit/journeys/people.ts'
import { saveSearch } from '../kit/journeys/searches.ts'

const canary = 'canaryquokka'

let observe: ObserveEmulator
test.beforeAll(async () => {
  observe = await startObserve({ env: {} })
  observe.earlyAccess.push({ flagKey: 'routes', name: 'Routes', description: '', stage: 'beta' })
})
test.afterAll(() => observe.close())

test.use({
  serviceWorkers: 'block',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
})

const textsOf = (...services: ServiceName[]): string[] =>
  observe.seen.filter(({ service }) => services.includes(service)).map(({ text }) => text)

const received = (service: ServiceName, part: string | RegExp) =>
  expect
    .poll(() => textsOf(service).some((text) => new RegExp(part).test(text)), { timeout: 40_000 })
    .toBe(true)

/** What our code logs; a browser itself reports requests that fail. */
const consoleOf = (page: Page): string[] => {
  const lines: string[] = []
  page.on('pageerror', (error) => lines.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    const { url } = message.location()
    if (message.type() !== 'error' && message.type() !== 'warning') return
    if (/Failed to load resource|CORS|Service Worker registration blocked/.test(message.text()))
      return
    lines.push(`${message.text()} ${url}`)
  })
  return lines
}

test('services get ids and counts, no name, search text or contact detail, and nothing after sign-out', async ({
  page,
  context,
}) => {
  await withServices(context, observe)
  await signIn(page)
  await page.goto(`/dashboard/search/new?country=AU&keywords=${canary}`)
  await received('posthog', '"path":"/dashboard/search/new"')
  await page.getByRole('checkbox', { name: 'Construction', exact: true }).check()
  await saveSearch(page, `Search ${canary}`)
  await received('posthog', '"event":"search"')
  await received('posthog', '"event":"search saved"')
  await page.goto('/dashboard/search/new?country=AU')
  const row = page.locator('[data-row] a').first()
  const company = (await row.innerText()).trim()
  await row.click()
  await page.goto('/dashboard/help')
  await expect(page.getByRole('switch', { name: 'Routes' })).toBeVisible()
  await page.getByRole('button', { name: 'Chat with us' }).click()
  await received('chat', '"did":"open"')
  await received('posthog', '/flags/')
  await received('tours', '"init","workspace"')
  await received('sentry', '"replay_recording"')
  await page.evaluate((term) => {
    setTimeout(() => {
      throw new Error(`A screen broke at “${term}”`)
    })
  }, canary)
  await received('sentry', 'A screen broke at ‘…’')
  const texts = textsOf('posthog', 'sentry', 'tours').join('\n')
  expect(texts).toContain('organisation')
  for (const secret of [canary, company, 'Harbour Advisory', 'alex@', 'Alex F'])
    expect(texts.match(new RegExp(`.{0,120}${secret}`, 'i'))?.[0]).toBeUndefined()
  expect(textsOf('chat').join('\n')).not.toContain(canary)

  const userId = /"distinct_id":"(user_\w+)"/.exec(texts)?.[1]
  expect(userId).toBeDefined()
  await page.getByRole('button', { name: 'Open user menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await received('chat', '"did":"clear"')
  const { names } = await readBrowserStores(context, [page])
  expect(Object.values(names).flat().join('\n')).not.toMatch(/ph_|posthog|hubspot|__hs/)
  const before = observe.seen.length
  await page.reload()
  await expect(page.getByLabel('Work email')).toBeVisible()
  const after = observe.seen.slice(before)
  expect(after.filter(({ service }) => service !== 'sentry')).toEqual([])
  expect(after.map(({ text }) => text).join('\n')).not.toContain(userId)
})

test('the app is unchanged while every service is slow, refused, blocked or answers nonsense', async ({
  page,
  context,
}) => {
  await withServices(context, observe)
  await signIn(page)
  const lines = consoleOf(page)
  const services = ({ origin }: URL) =>
    origin === servicesOrigin || origin === 'https://app.productfruits.com'
  for (const fault of ['slow', 500, 429, 'refused', 'nonsense'] as const) {
    // The newest route wins.
    await context.route(services, async (route) => {
      if (fault === 'slow') return undefined
      if (fault === 'refused') return route.abort('connectionrefused')
      if (fault === 'nonsense')
        return route.request().resourceType() === 'script'
          ? route.fulfill({ contentType: 'text/javascript', body: 'window.$productFruits = 7' })
          : route.fulfill({ body: '<p>Welcome to the hotel</p>' })
      return route.fulfill({ status: fault, headers: { 'retry-after': '1' } })
    })
    const reached = page.waitForEvent('request', (request) => services(new URL(request.url())))
    await page.goto('/dashboard/search/new?country=AU')
    await reached
    await expect(page.getByRole('tab', { name: /^Companies [\d,]+/ })).toBeVisible()
    await page.locator('[data-row] a').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect([fault, lines]).toEqual([fault, []])
  }
})
