import { expect, test, type Page, type Route } from '@playwright/test'
import { signIn, watchFor } from '../kit/journeys/people.ts'

// The page itself must make the requests that fail here.
test.use({ serviceWorkers: 'block' })

const withoutPlan = (page: Page) =>
  page.route('**/subscription/active-plan', (route) =>
    route.fulfill({ json: { subscription: null } }),
  )
const readStorage = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
const shell = (page: Page) => page.getByRole('navigation').first()

test('an anonymous visitor signs in and then reaches the requested page', async ({ page }) => {
  const { faults } = watchFor(page)
  await page.goto('/dashboard/list')
  await expect(page).toHaveURL('/sign-in?redirect_url=%2Fdashboard%2Flist')
  await page.goto('/maintenance')
  await expect(page).toHaveURL('/maintenance')
  expect(faults).toEqual([])
})

test('a subscriber is redirected from plan selection to the dashboard', async ({ page }) => {
  await signIn(page)
  await page.goto('/dashboard/plan-selection')
  await expect(page).toHaveURL('/dashboard')
  await expect(shell(page)).toBeVisible()
  // Session tokens stay in memory: no storage has anything like one.
  expect(await readStorage(page)).toContain('fieldbook.identity')
  expect(await readStorage(page)).not.toMatch(/eyJ[\w-]+\.eyJ/)
})

test('every page leads to plan selection without a plan, except create company', async ({
  page,
}) => {
  await signIn(page)
  await expect(shell(page)).toBeVisible()
  await withoutPlan(page)
  for (const path of ['/dashboard', '/dashboard/search/new', '/dashboard/nowhere']) {
    await page.goto(path)
    await expect(page).toHaveURL('/dashboard/plan-selection')
  }
  await page.goto('/dashboard/create-company')
  await expect(page.getByRole('link', { name: 'Back to Fieldbook' })).toBeVisible()
  await expect(page).toHaveURL('/dashboard/create-company')
})

/** As Safari leaves a page after a week without a visit: only the server's cookies remain. */
const emptyStorage = async (page: Page): Promise<void> => {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Storage.clearDataForOrigin', {
    origin: new URL(page.url()).origin,
    storageTypes: 'local_storage,indexeddb,cache_storage',
  })
}

test("an empty storage with a live session shows the screen with records before Clerk's code has loaded", async ({
  page,
}) => {
  const { faults } = watchFor(page)
  await signIn(page)
  await expect(shell(page)).toBeVisible()
  await emptyStorage(page)
  let comes = (): void => undefined
  const coming = new Promise<void>((resolve) => (comes = resolve))
  await page.route('**/clerk-js/**', async (route) => {
    await coming
    await route.continue()
  })
  await page.goto('/dashboard/search/new')
  await expect(page.locator('section[aria-label=Results] tbody tr a').first()).toBeVisible()
  expect(await page.evaluate(() => 'Clerk' in globalThis)).toBe(false)
  comes()
  await page.waitForFunction(() => 'Clerk' in globalThis)
  await expect(shell(page)).toBeVisible()
  await page.getByRole('link', { name: 'Lists' }).first().click()
  await expect(page.getByRole('heading', { name: 'Lists', level: 1 })).toBeVisible()
  expect(await readStorage(page)).not.toMatch(/eyJ[\w-]+\.eyJ/)
  expect(faults).toEqual([])
})

test('an empty storage without a plan leads every page to plan selection', async ({ page }) => {
  await signIn(page)
  await expect(shell(page)).toBeVisible()
  await emptyStorage(page)
  await withoutPlan(page)
  await page.goto('/dashboard/search/new')
  await expect(page).toHaveURL('/dashboard/plan-selection')
})

const failures: [string, (route: Route) => Promise<void>][] = [
  ['cut', (route) => route.abort()],
  ['answering 503', (route) => route.fulfill({ status: 503, body: '{}' })],
  ['answering 500', (route) => route.fulfill({ status: 500, body: '{}' })],
]
for (const [name, fail] of failures)
  test(`the app opens from its snapshot with the sign-in service ${name}, signs no user out, and recovers`, async ({
    page,
  }) => {
    await signIn(page)
    await expect(shell(page)).toBeVisible()
    await page.waitForFunction(() =>
      Object.entries(localStorage).some(
        ([key, value]) => key.startsWith('fieldbook.queries.') && String(value).includes('sub'),
      ),
    )
    await page.route('**/__clerk/**', fail)
    // Also removes what clerk-js could guess a user from.
    await page.context().clearCookies({ name: /^__session/ })
    await page.goto('/dashboard/list')
    await expect(shell(page)).toBeVisible({ timeout: 3_000 })
    await expect(page.getByText('We can’t check your login right now.')).toBeVisible({
      timeout: 30_000,
    })
    await expect(shell(page)).toBeVisible()
    await page.unroute('**/__clerk/**')
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(page.getByText('We can’t check your login right now.')).toBeHidden({
      timeout: 30_000,
    })
    await expect(page).toHaveURL('/dashboard/list')
    await expect(shell(page)).toBeVisible()
  })

test('a session that ended elsewhere leaves nothing personal', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page)
  await expect(shell(page)).toBeVisible()
  const other = await browser.newPage({ baseURL: baseURL ?? '' })
  await signIn(other)
  await expect(shell(other)).toBeVisible()
  await other.evaluate(
    async (present) => {
      const { user } = Reflect.get(window, 'Clerk') as {
        user: { getSessions: () => Promise<{ id: string; revoke: () => Promise<unknown> }[]> }
      }
      const sessions = await user.getSessions()
      await sessions.find((session) => session.id === present)?.revoke()
    },
    await sessionOf(page),
  )
  await other.close()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page).toHaveURL('/sign-in?action=sign-out')
  await expect(page.getByLabel('Work email')).toBeVisible()
  expect(await readStorage(page)).not.toMatch(/fieldbook\.(identity|queries)|Harbour|alex/i)
})

const sessionOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { session } = Reflect.get(window, 'Clerk') as { session: { id: string } }
    return session.id
  })
