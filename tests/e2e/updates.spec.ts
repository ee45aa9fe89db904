import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type BrowserContext, type Page } from '@playwright/test'
import { Dexie } from 'dexie'
import { declareVersions } from '../../src/offline/database.ts'
import { reportPromise } from '../kit/reliability.ts'
import { workerReady } from '../kit/journeys/unreliable-network.ts'
import { signIn } from '../kit/journeys/people.ts'
import { lazyChunk, test, type ServerCall, type Releases } from '../kit/journeys/releases.ts'

// The last file: its tests are shared out, so that no worker ends long before the other.
test.describe.configure({ mode: 'parallel' })

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

/** The product may have seen this test before. */
const nameOf = (what: string): string => `${what} ${Date.now()}`

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
  await expect(page.getByText(`“${name}” saved.`)).toBeVisible()
  await expect.poll(() => waiting(page)).toContain(name)
}

const waiting = (page: Page): Promise<string> => page.evaluate(readOutboxes).catch(() => '')

/** In the browser. */
const readOutboxes = async (): Promise<string> => {
  const answer = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('refused')))
      // A database that another page is changing answers the next time.
      setTimeout(() => reject(new Error('no answer')), 3_000)
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

const expectSentOnce = async (page: Page, requests: readonly ServerCall[]): Promise<void> => {
  await expect.poll(() => sent(requests).length, { timeout: 30_000 }).toBe(1)
  await expect.poll(() => waiting(page)).toBe('[]')
  expect(sent(requests)).toHaveLength(1)
}
const sent = (requests: readonly ServerCall[]): ServerCall[] =>
  requests.filter(({ call, status }) => call === saving && status < 300)

const releaseOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const build = document.querySelector('meta[name=build]')?.getAttribute('content') ?? ''
    return Number(/-r(\d)$/.exec(build)?.[1] ?? 0)
  })

const loadsOf = (page: Page): { count: number } => {
  const loads = { count: 0 }
  page.on('domcontentloaded', () => {
    loads.count += 1
  })
  return loads
}

const halfType = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('button', { name: 'Keywords', exact: true }).click()
  await page.getByRole('textbox', { name: 'Search keywords' }).fill(text)
}
const expectHalfTyped = async (page: Page, text: string): Promise<void> => {
  await expect(page.getByRole('textbox', { name: 'Search keywords' })).toHaveValue(text)
}

for (const installed of [false, true])
  test(`a chunk missing${installed ? ' from an installed app and' : ''} from the server reloads the page once into the newer version, with typed text and unsent edits`, async ({
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
    if (installed) await evict(page, lazyChunk)
    const loads = loadsOf(page)
    releases.ship({ release: 1 })
    await yours(page).click()
    await expect.poll(() => releaseOf(page).catch(() => 0), { timeout: 30_000 }).toBe(1)
    await expectHalfTyped(page, 'solar pa')
    expect(await waiting(page)).toContain(name)
    releases.ship({ cuts: (request) => request === noWorker })
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expectSentOnce(page, releases.calls)
    await yours(page).click()
    await expect(page.getByRole('heading', { name: 'Saved searches' })).toBeVisible()
    expect(loads.count).toBe(1)
  })

/** Evicts files from the worker's cache, as a browser short of space may. */
const evict = (page: Page, file: string): Promise<void> =>
  page.evaluate(async (part) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        if (request.url.includes(part)) await cache.delete(request)
    }
  }, file)

test('a page too old for the server asks for an update, keeps unsent edits and sends them once', async ({
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
  await expect.poll(() => refused(releases.calls)).toBeGreaterThan(0)
  expect(await waiting(page)).toContain(name)
  expect(await releaseOf(page)).toBe(0)
  await prompt.getByRole('button', { name: 'Update' }).click()
  await expect.poll(() => releaseOf(page).catch(() => 0), { timeout: 30_000 }).toBe(1)
  await expectSentOnce(page, releases.calls)
  expect(sent(releases.calls)[0]?.release).toBe(1)
})

test('Update opens the newer version on a first visit too, before a worker controls the page', async ({
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

const refused = (requests: readonly ServerCall[]): number =>
  requests.filter(({ status }) => status === 426).length

test('a disabled worker disappears at the next visit or the one after, keeps unsent edits, and installs again when enabled', async ({
  page,
  context,
  releases,
}) => {
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
  expect(await readWorkerState(visit)).toEqual(noWorker)
  expect(loads.count).toBe(1)
  releases.ship({ cuts: () => false })
  await visit.evaluate(() => window.dispatchEvent(new Event('online')))
  await expectSentOnce(visit, releases.calls)
  releases.ship({ worker: 'on' })
  await visit.reload()
  await workerReady(visit)
  expect((await readWorkerState(visit)).caches.length).toBeGreaterThan(0)
})

/** A page without a worker: a browser keeps the old worker while it is busy. */
const visitWithoutWorker = async (context: BrowserContext): Promise<Page> => {
  for (;;) {
    const visit = await context.newPage()
    await visit.goto('/dashboard')
    const hasNoWorker = await expect
      .poll(() => readWorkerState(visit), { timeout: 15_000 })
      .toEqual(noWorker)
      .then(
        () => true,
        () => false,
      )
    if (hasNoWorker) return visit
    await visit.close()
  }
}

type WorkerState = { workers: number; caches: string[]; isControlled: boolean }

/** A page that a worker controls may reload once more. */
const noWorker: WorkerState = { workers: 0, caches: [], isControlled: false }

const readWorkerState = (page: Page): Promise<WorkerState> =>
  page
    .evaluate(async () => ({
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      caches: await caches.keys(),
      isControlled: navigator.serviceWorker.controller !== null,
    }))
    .catch(() => ({ workers: -1, caches: [], isControlled: true }))

test('a newer version upgrades the database without waiting for old tabs and loses nothing', async ({
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
  await expect.poll(() => sent(releases.calls).length, { timeout: 30_000 }).toBe(1)
  await expect.poll(() => waiting(page)).toBe('[]')
})

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

/**
 * In the browser: the next version of the database with an upgrade of every unsent edit, opened by a page that has
 * it.
 */
const upgrade = async (schema: Record<string, string>) => {
  const DexieClass = Reflect.get(window, 'Dexie') as typeof Dexie
  const name =
    (await DexieClass.getDatabaseNames()).find((databaseName) =>
      databaseName.startsWith('fieldbook-'),
    ) ?? ''
  const current = await new DexieClass(name).open()
  const now = current.verno
  current.close()
  const db = new DexieClass(name)
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
