import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type BrowserContext, type Page } from '@playwright/test'
import { Dexie } from 'dexie'
import { declareVersions } from '../../src/offline/database.ts'
import { reportPromise } from '../kit/reliability.ts'
import { workerReady } from '../kit/journeys/on-the-road.ts'
import { signIn } from '../kit/journeys/people.ts'
import { keptFile, test, type Asked, type Releases } from '../kit/journeys/releases.ts'

test.describe.configure({ timeout: 90_000 })
test.afterEach(() => {
  if (test.info().status === 'passed')
    reportPromise({
      promise: 'I28',
      check: 'updates of a page in use',
      volume: 1,
      goal: 100,
      figures: { failed: 0 },
    })
})

const newSearch = '/dashboard/search/new?industry=Construction&country=AU'
const saving = 'POST /api/search/save'
const yours = (page: Page) => page.getByRole('button', { name: 'Recent and saved searches' })

/** A name of its own in each run: the product may have seen this test before. */
const nameOf = (what: string): string => `${what} ${Date.now()}`

/** Saves the search on the screen while nothing of it gets through: it waits on the device. */
const saveUnsent = async (
  page: Page,
  releases: Releases,
  name: string,
  alsoCut = '',
): Promise<void> => {
  releases.ship({ cuts: (request) => request === saving || request === alsoCut })
  await page.goto(newSearch)
  await page.getByRole('button', { name: 'Save search' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: 'Name' })
  await expect(async () => {
    await field.fill(name)
    await expect(field).toHaveValue(name)
  }).toPass()
  await dialog.getByRole('button', { name: 'Save search' }).click()
  await expect(page.getByText(`‘${name}’ saved.`)).toBeVisible()
  await expect.poll(() => waiting(page)).toContain(name)
}

/** What is in the outboxes of this device, as text. */
const waiting = (page: Page): Promise<string> => page.evaluate(readOutboxes).catch(() => '')

/** In the browser. */
const readOutboxes = async (): Promise<string> => {
  const answer = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('refused')))
    })
  const rows: unknown[] = []
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith('fieldbook-')) continue
    const db = await answer(indexedDB.open(name))
    rows.push(...(await answer(db.transaction('outbox').objectStore('outbox').getAll())))
    db.close()
  }
  return JSON.stringify(rows)
}

/** That it arrived, once. */
const expectSentOnce = async (page: Page, asked: readonly Asked[]): Promise<void> => {
  await expect.poll(() => sent(asked).length, { timeout: 30_000 }).toBe(1)
  await expect.poll(() => waiting(page)).toBe('[]')
  expect(sent(asked)).toHaveLength(1)
}
const sent = (asked: readonly Asked[]): Asked[] =>
  asked.filter(({ call, status }) => call === saving && status < 300)

const releaseOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const build = document.querySelector('meta[name=build]')?.getAttribute('content') ?? ''
    return Number(/-r(\d)$/.exec(build)?.[1] ?? 0)
  })

/** Counts how often the page is loaded from now on. */
const loadsOf = (page: Page): { count: number } => {
  const loads = { count: 0 }
  page.on('domcontentloaded', () => {
    loads.count += 1
  })
  return loads
}

/** Types into the Keywords filter without choosing anything. */
const halfType = async (page: Page, words: string): Promise<void> => {
  await page.getByRole('button', { name: 'Keywords', exact: true }).click()
  await page.getByRole('textbox', { name: 'Search keywords' }).fill(words)
}
const expectHalfTyped = async (page: Page, words: string): Promise<void> => {
  await expect(page.getByRole('textbox', { name: 'Search keywords' })).toHaveValue(words)
}

for (const installed of [false, true])
  test(`a part that is gone${installed ? ' from an installed app and' : ''} from the server reloads the page once, into the newer version; what is half typed or unsent is there`, async ({
    page,
    releases,
  }) => {
    const name = nameOf('Gone')
    const noWorker = installed ? '' : 'GET /sw.js'
    releases.ship({ cuts: (request) => request === noWorker })
    await signIn(page)
    if (installed) await workerReady(page)
    await saveUnsent(page, releases, name, noWorker)
    await page.goto(newSearch)
    await halfType(page, 'solar pa')
    if (installed) await evict(page, keptFile)
    const loads = loadsOf(page)
    releases.ship({ release: 1 })
    await yours(page).click()
    await expect.poll(() => releaseOf(page).catch(() => 0), { timeout: 30_000 }).toBe(1)
    await expectHalfTyped(page, 'solar pa')
    expect(await waiting(page)).toContain(name)
    releases.ship({ cuts: (request) => request === noWorker })
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expectSentOnce(page, releases.asked)
    await yours(page).click()
    await expect(page.getByRole('heading', { name: 'Saved searches' })).toBeVisible()
    expect(loads.count).toBe(1)
  })

/** Takes files out of what the worker keeps, as a browser short of room may. */
const evict = (page: Page, file: string): Promise<void> =>
  page.evaluate(async (part) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        if (request.url.includes(part)) await cache.delete(request)
    }
  }, file)

test('a page the server no longer understands asks to be updated and keeps what is unsent, which then arrives once', async ({
  page,
  releases,
}) => {
  const name = nameOf('Outdated')
  await signIn(page)
  await workerReady(page)
  await saveUnsent(page, releases, name)
  releases.ship({ release: 1, understands: [1], cuts: () => false })
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  const prompt = page.getByRole('alert').filter({ hasText: 'Update Fieldbook to keep going' })
  await expect(prompt).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => refused(releases.asked)).toBeGreaterThan(0)
  expect(await waiting(page)).toContain(name)
  expect(await releaseOf(page)).toBe(0)
  await prompt.getByRole('button', { name: 'Update' }).click()
  await expect.poll(() => releaseOf(page).catch(() => 0), { timeout: 30_000 }).toBe(1)
  await expectSentOnce(page, releases.asked)
  expect(sent(releases.asked)[0]?.release).toBe(1)
})

test('on a first visit, whose page no worker controls yet, Update opens the newer version too', async ({
  page,
  releases,
}) => {
  await signIn(page)
  await workerReady(page)
  expect(await page.evaluate(() => navigator.serviceWorker.controller === null)).toBe(true)
  releases.ship({ release: 1, understands: [1] })
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.getByRole('link', { name: 'Search', exact: true }).first().click()
  await page.getByRole('alert').getByRole('button', { name: 'Update' }).click()
  await expect.poll(() => releaseOf(page).catch(() => 0), { timeout: 30_000 }).toBe(1)
})

const refused = (asked: readonly Asked[]): number =>
  asked.filter(({ status }) => status === 426).length

test('a worker that is switched off is gone at the next visit, or the one after where it was busy, and takes nothing unsent with it; switched on, it is installed again', async ({
  page,
  context,
  releases,
}) => {
  test.setTimeout(120_000)
  const name = nameOf('Switched off')
  await signIn(page)
  await workerReady(page)
  await saveUnsent(page, releases, name)
  await page.close()
  releases.ship({ worker: 'off' })
  const visit = await visitWithoutWorker(context)
  await expect(visit.getByRole('heading').first()).toBeVisible()
  await expect.poll(() => waiting(visit)).toContain(name)
  const loads = loadsOf(visit)
  await visit.reload()
  await expect(visit.getByRole('heading').first()).toBeVisible()
  expect(await kept(visit)).toEqual({ workers: 0, caches: [] })
  expect(loads.count).toBe(1)
  releases.ship({ cuts: () => false })
  await visit.evaluate(() => window.dispatchEvent(new Event('online')))
  await expectSentOnce(visit, releases.asked)
  releases.ship({ worker: 'on' })
  await visit.reload()
  await workerReady(visit)
  expect((await kept(visit)).caches.length).toBeGreaterThan(0)
})

/** A page that no worker serves any more: a browser waits with the new one while the old one is still at something. */
const visitWithoutWorker = async (context: BrowserContext): Promise<Page> => {
  for (;;) {
    const visit = await context.newPage()
    await visit.goto('/dashboard')
    const gone = await expect
      .poll(() => kept(visit), { timeout: 15_000 })
      .toEqual({ workers: 0, caches: [] })
      .then(
        () => true,
        () => false,
      )
    if (gone) return visit
    await visit.close()
  }
}

const kept = (page: Page): Promise<{ workers: number; caches: string[] }> =>
  page
    .evaluate(async () => ({
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      caches: await caches.keys(),
    }))
    .catch(() => ({ workers: -1, caches: [] }))

test('a newer version that changes the database waits for no old tab and loses nothing of it', async ({
  page,
  context,
  releases,
}) => {
  const name = nameOf('Old tab')
  await signIn(page)
  await saveUnsent(page, releases, name)
  const newer = await context.newPage()
  await newer.goto('/health')
  await newer.evaluate(
    readFileSync(createRequire(import.meta.url).resolve('dexie/dist/dexie.min.js'), 'utf8'),
  )
  const took = await newer.evaluate(upgrade, schemaNow())
  expect(took).toEqual({ versions: 1, unsent: 1, marked: 1 })
  await expect(page.getByText('Another tab has updated Fieldbook')).toBeVisible()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(yours(page)).toBeVisible()
  releases.ship({ cuts: () => false })
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(() => sent(releases.asked).length, { timeout: 30_000 }).toBe(1)
  await expect.poll(() => waiting(page)).toBe('[]')
})

/** The schema as it is declared, table by table. */
const schemaNow = (): Record<string, string> => {
  const db = new Dexie('declared', {
    indexedDB: {} as IDBFactory,
    IDBKeyRange: {} as typeof IDBKeyRange,
  })
  declareVersions(db)
  return Object.fromEntries(
    db.tables.map(({ name, schema }) => [
      name,
      [schema.primKey, ...schema.indexes].map(({ src }) => src).join(', '),
    ]),
  )
}

/** In the browser: the next version of the database, opened by a page that has it, with an upgrade of every unsent edit. */
const upgrade = async (schema: Record<string, string>) => {
  const Made = Reflect.get(window, 'Dexie') as typeof Dexie
  const name = (await Made.getDatabaseNames()).find((one) => one.startsWith('fieldbook-')) ?? ''
  const held = await new Made(name).open()
  const now = held.verno
  held.close()
  const db = new Made(name)
  db.version(now).stores(schema)
  db.version(now + 1)
    .stores({ drafts: 'id' })
    .upgrade((tables) =>
      tables
        .table('outbox')
        .toCollection()
        .modify((row: { schema: number }) => {
          row.schema = 99
        }),
    )
  await db.open()
  const rows = (await db.table('outbox').toArray()) as { schema: number }[]
  const marked = rows.filter((row) => row.schema === 99).length
  const versions = db.verno - now
  return { versions, unsent: rows.length, marked }
}
