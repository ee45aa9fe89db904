import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { storeOf, type StoreKind } from '../../src/offline/device-stores.ts'
import { reportPromise } from '../kit/reliability.ts'
import { leaveTraces, readBrowserStores } from '../kit/journeys/browser-stores.ts'
import { signIn } from '../kit/journeys/people.ts'
import { typeEverywhere } from '../kit/journeys/type-everywhere.ts'

/** Neither this nor the app's data about the user may remain. */
const canary = 'canary-quokka-7431'
const personal = [canary, 'alex@harbour.example', 'Harbour Advisory']
const phone = { width: 390, height: 844 }
const sessionEndsLater = /You’re logged out/
const signedOut = /\/sign-in\?action=sign-out/

test.use({ permissions: ['notifications'] })

const workerReady = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })

const atWork = async (page: Page, context: BrowserContext) => {
  await page.setViewportSize(phone)
  await signIn(page)
  await workerReady(page)
  const others = [await context.newPage(), await context.newPage()]
  await others[0]?.goto('/dashboard/search/new')
  await others[1]?.goto('/dashboard')
  const tabs = [page, ...others]
  for (const tab of tabs) {
    await expect(tab.getByRole('heading').first()).toBeVisible()
    await leaveTraces(tab, canary)
  }
  const before = await readBrowserStores(context, tabs)
  expect(before.text.split(canary).length).toBeGreaterThan(10)
  return { others, tabs }
}

const logOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(async () => {
    expect(page.url()).toMatch(signedOut)
    expect(await page.evaluate(() => localStorage.getItem('fieldbook.wipe-pending'))).toBeNull()
  }).toPass()
}

const tracesOf = (text: string): string[] =>
  personal.flatMap((marker) =>
    text.includes(marker) ? [text.slice(Math.max(0, text.indexOf(marker) - 80)).slice(0, 200)] : [],
  )

const expectNothingOf = async (context: BrowserContext, tabs: Page[]) => {
  const stored = await readBrowserStores(context, tabs)
  expect(tracesOf(stored.text)).toEqual([])
  expect(stored.names.database).toEqual([])
  expect(stored.names.file).toEqual([])
  expect(stored.notices).toBe(0)
  expect(stored.names.cache.filter((name) => name.startsWith('workbox-precache'))).toHaveLength(1)
}

test('everything that a day of work stores in the browser is on the list of stores', async ({
  page,
  context,
}) => {
  await signIn(page)
  await workerReady(page)
  await page.goto('/dashboard/search/new?tab=people')
  await expect(page.getByRole('tab', { name: /^People [\d,]+/ })).toBeVisible()
  await page.goto('/dashboard/profile')
  await expect(page.getByRole('heading', { name: 'Profile' }).first()).toBeVisible()
  const { names } = await readBrowserStores(context, [page])
  const unknown = Object.entries(names).flatMap(([kind, list]) =>
    list.filter((name) => !storeOf(kind as StoreKind, name)).map((name) => `${kind}: ${name}`),
  )
  expect(unknown).toEqual([])
})

test('sign-out in one of three tabs leaves nothing personal and ends all three', async ({
  page,
  context,
}) => {
  const { others, tabs } = await atWork(page, context)
  await logOut(page)
  for (const tab of others) await expect(tab).toHaveURL(signedOut)
  for (const tab of tabs) await expect(tab.getByLabel('Work email')).toBeVisible()
  await expectNothingOf(context, tabs)
  await page.goBack()
  await expect(page.getByLabel('Work email')).toBeVisible()
  await expect(page.getByText('Harbour Advisory')).toHaveCount(0)
})

test('text typed into every field of the app is nowhere on the device after sign-out', async ({
  page,
  context,
}) => {
  // About fifty fields, each with the debounce of its search.
  test.setTimeout(900_000)
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page)
  await workerReady(page)
  const fields = await typeEverywhere(page, canary)
  expect(fields.length, fields.join('\n')).toBeGreaterThan(45)
  const before = await readBrowserStores(context, [page])
  expect(before.text).toContain(canary)
  await page.setViewportSize(phone)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  // The app asks about unsent edits, such as a taken name, and about offline lists.
  const discard = page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Discard and l|L)og out$/ })
  await expect(async () => {
    if (await discard.isVisible()) await discard.click({ timeout: 1_000 })
    expect(page.url()).toMatch(signedOut)
    expect(await page.evaluate(() => localStorage.getItem('fieldbook.wipe-pending'))).toBeNull()
  }).toPass({ timeout: 30_000 })
  await expectNothingOf(context, [page])
  reportPromise({
    promise: 'I15',
    check: 'text fields typed into before a sign-out',
    volume: fields.length,
    goal: fields.length,
    figures: { found: 0 },
  })
})

test('an offline sign-out wipes the device at once, and ends the session before another user can be signed in with it', async ({
  page,
  context,
}) => {
  const { others, tabs } = await atWork(page, context)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  const question = page.getByRole('dialog', { name: 'Log out while you’re offline?' })
  await expect(question).toContainText('You can’t log in again until you’re back online.')
  await question.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(signedOut)
  await expect(page.getByText(sessionEndsLater)).toBeVisible()
  for (const tab of others) await expect(tab).toHaveURL(signedOut)
  await context.setOffline(false)
  await page.goto('/dashboard')
  await expect(page.getByLabel('Work email')).toBeVisible()
  await expectNothingOf(context, tabs)
  await expect.poll(() => isSignedIn(page)).toBe(false)
})

test('a failing sign-in service receives the sign-out later, and until then no user is signed in', async ({
  page,
  context,
}) => {
  const { others, tabs } = await atWork(page, context)
  const fails = (url: URL) => url.pathname.startsWith('/__clerk/v1/client/sessions')
  await context.route(fails, (route) => route.fulfill({ status: 500, json: { errors: [] } }))
  await logOut(page)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/sign-in/)
  await expect(page.getByText(sessionEndsLater)).toBeVisible()
  for (const tab of others) await expect(tab).toHaveURL(signedOut)
  await expectNothingOf(context, tabs)
  expect(await isSignedIn(page)).toBe(true)
  await context.unroute(fails)
  await page.goto('/dashboard')
  await expect(page.getByLabel('Work email')).toBeVisible()
  await expect.poll(() => isSignedIn(page)).toBe(false)
})

test('a sign-out killed half-way completes before the next page renders', async ({
  page,
  context,
}) => {
  const { others, tabs } = await atWork(page, context)
  for (const tab of others) await tab.close()
  // Stops forever where databases are deleted, then closes the page there, as a crash would.
  await page.evaluate(() => {
    IDBFactory.prototype.deleteDatabase = () => new EventTarget() as IDBOpenDBRequest
  })
  const reached = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const poll = setInterval(() => {
          if (localStorage.getItem('fieldbook.wipe-pending') === null) return
          clearInterval(poll)
          setTimeout(resolve, 200)
        }, 5)
      }),
  )
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await reached
  const blank = await context.newPage()
  await page.close()
  expect((await readBrowserStores(context)).text).toContain(canary)
  // The device's content at the app's first render.
  await blank.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const root = document.getElementById('root')
      if (!root) return
      new MutationObserver((_changes, observer) => {
        observer.disconnect()
        const found = [localStorage, sessionStorage].map((storage) => Object.entries(storage))
        Reflect.set(window, 'found', JSON.stringify([found, document.cookie]))
        void indexedDB.databases().then((list) => Reflect.set(window, 'databases', list.length))
      }).observe(root, { childList: true })
    })
  })
  await blank.goto('/dashboard')
  await expect(blank.getByLabel('Work email')).toBeVisible()
  const found = await blank.evaluate(() => ({
    text: String(Reflect.get(window, 'found')),
    databases: Number(Reflect.get(window, 'databases')),
  }))
  expect(tracesOf(found.text)).toEqual([])
  expect(found.databases).toBe(0)
  await expectNothingOf(
    context,
    tabs.filter((tab) => !tab.isClosed()),
  )
  await expect.poll(() => isSignedIn(blank)).toBe(false)
})

const isSignedIn = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const reply: unknown = await (await fetch('/__clerk/v1/client')).json()
    return JSON.stringify(reply).includes('"status":"active"')
  })
