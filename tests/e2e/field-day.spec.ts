import { expect, type BrowserContext, type Page } from '@playwright/test'
import { z } from 'zod'
import { HistoryRow } from '../../contract/money/downloads.ts'
import { activitiesOn, forgetLists, listNamed, listOf } from '../kit/journeys/lists.ts'
import {
  snapshotRemoved,
  test,
  workerReady,
  type Colleague,
  type Road,
} from '../kit/journeys/unreliable-network.ts'
import { signIn } from '../kit/journeys/people.ts'

const phone = { width: 390, height: 844 }
const perth = { latitude: -31.9523, longitude: 115.8613 }

test.use({ viewport: phone, geolocation: perth, permissions: ['geolocation'] })
test.afterEach(({ road }) => road.heal())

type Network = { cut: () => Promise<void>; back: () => Promise<void> }
const networks: [string, (road: Road, context: BrowserContext) => Network][] = [
  [
    'a refused connection',
    (road) => ({ cut: () => road.become('refused'), back: () => road.become('free') }),
  ],
  [
    'a silent network',
    (road) => ({ cut: () => road.become('silent'), back: () => road.become('free') }),
  ],
  [
    'the browser offline',
    (_road, context) => ({
      cut: () => context.setOffline(true),
      back: () => context.setOffline(false),
    }),
  ],
]

for (const [name, networkOf] of networks)
  test(`a field day with ${name} keeps offline lists available and sends each edit once`, async ({
    page,
    context,
    road,
    elsewhere,
  }) => {
    const network = networkOf(road, context)
    const office = await elsewhere('standard')
    await forgetLists(office, 'Perth roofers')
    const builders = await listOf(office, 'Perth builders', { size: 60 })
    const monday = await listOf(office, 'Monday calls', { size: 0 })

    await test.step('makes a list available offline at the office', async () => {
      await signIn(page, 'standard')
      await workerReady(page)
      await page.goto('/dashboard/list')
      const download = 'Make available offline: Perth builders'
      await page.getByRole('button', { name: download, exact: true }).click()
      await page.getByRole('button', { name: 'Not now' }).click()
      await expect(page.getByText('Offline · updated just now')).toBeVisible()
      await page.getByRole('link', { name: 'Perth builders', exact: true }).click()
      await expect(rows(page).first()).toBeVisible()
    })
    const last = page.url()

    await network.cut()
    await page.close()
    const field = await context.newPage()
    await test.step('shows the last screen with its content in the field', async () => {
      await field.goto(last)
      await expect(rows(field).first()).toBeVisible()
      await snapshotRemoved(field)
      await expect(field.getByText('60 companies', { exact: true })).toBeVisible()
      // The app waits 15 s for a silent network.
      await expect(sync(field, /You’re offline/)).toBeVisible({
        timeout: 25_000,
      })
    })

    if (name === 'the browser offline')
      await test.step('shows the list on a tablet without moving its records when the filters come', async () => {
        await field.addInitScript(recordMoves)
        await field.setViewportSize({ width: 820, height: 1180 })
        await field.reload()
        await expect(field.getByRole('main').locator('[data-row]').first()).toBeVisible()
        await expect(field.getByRole('button', { name: /^Industry/ })).toBeVisible({
          timeout: 40_000,
        })
        expect(await field.evaluate(() => Reflect.get(window, 'moves'))).toEqual([])
        await field.setViewportSize(phone)
      })

    await test.step('filters the list and sorts it by distance', async () => {
      await field.getByRole('button', { name: /^All filters/ }).click()
      const sheet = field.getByRole('dialog', { name: 'Filters' })
      await sheet.getByRole('checkbox', { name: /^51–200/ }).click()
      await sheet.getByRole('button', { name: /^Show \d+ compan/ }).click()
      await expect(field.getByText(/^Found \d+ compan/)).toBeVisible()
      await field.getByRole('button', { name: /^Remove .*51–200/ }).click()
      await field.getByRole('button', { name: 'Nearest first' }).click()
      await field.getByRole('button', { name: 'Use my location' }).click()
      await expect.poll(() => distances(field)).toHaveLength(6)
      const near = await distances(field)
      expect(near).toEqual(near.toSorted((a, b) => a - b))
    })

    const company = (await rows(field).first().getByRole('link').first().textContent()) ?? ''
    await test.step('adds a visit and a note', async () => {
      await rows(field).first().getByRole('link', { name: company, exact: true }).click()
      await expect(field.getByRole('heading', { level: 1, name: company })).toBeVisible()
      await field.getByRole('button', { name: 'Log visit' }).first().click()
      await field.getByLabel('Notes (optional)').fill('Spoke with the foreman')
      await field.getByRole('button', { name: 'Met', exact: true }).click()
      await expect(sync(field, /You’re offline.* 1 change will sync/)).toBeVisible()
      await field.getByRole('button', { name: 'Add note' }).first().click()
      await field.getByLabel('Note', { exact: true }).fill('Gate code after hours: ask')
      await field.getByRole('button', { name: 'Save note' }).click()
      await expect(sync(field, /You’re offline.* 2 changes will sync/)).toBeVisible()
    })
    const companyId = new URL(field.url()).searchParams.get('id') ?? ''
    const before = new Set((await activitiesOn(office, companyId)).map(({ id }) => id))

    await test.step('renames the list and adds one of its companies to another list', async () => {
      await field.goto(last)
      await field.getByRole('button', { name: 'Actions for Perth builders', exact: true }).click()
      await field.getByRole('menuitem', { name: 'Rename' }).click()
      await field.getByRole('textbox', { name: 'Name' }).fill('Perth roofers')
      await field.getByRole('button', { name: 'Rename', exact: true }).click()
      await expect(field.getByRole('heading', { name: 'Perth roofers', exact: true })).toBeVisible()
      await rows(field)
        .first()
        .getByRole('button', { name: /^Actions for/ })
        .click()
      await field.getByRole('menuitem', { name: 'Add to another list' }).click()
      await field.getByRole('button', { name: /Monday calls/ }).click()
      await expect(field.getByText(/^(Offline|Slow) · 4$/)).toBeVisible()
    })

    await test.step('requests a download of the list with a maximum price', async () => {
      await field.getByRole('button', { name: 'Download', exact: true }).click()
      await field
        .getByRole('button', { name: /^Download later · (free|up to \d+ credits?)$/ })
        .click()
      await expect(field.getByText(/^(Offline|Slow) · 5$/)).toBeVisible()
    })

    await test.step('keeps everything over two more starts', async () => {
      for (const _start of [1, 2]) {
        await field.goto(last)
        await field.reload()
        await expect(
          field.getByRole('heading', { name: 'Perth roofers', exact: true }),
        ).toBeVisible()
        await snapshotRemoved(field)
        // On a silent network a start learns only after a while that it is offline.
        await expect(field.getByText(/^(Offline|Slow) · 5$/)).toBeVisible()
      }
      await field.goto(`/dashboard/company?id=${companyId}`)
      await expect(field.getByText('Spoke with the foreman').first()).toBeVisible()
      await expect(field.getByText('Gate code after hours: ask').first()).toBeVisible()
      await expect(field.getByText('Not synced yet', { exact: true })).toHaveCount(2)
      await field.goto('/dashboard/sync')
      await expect(field.getByRole('button', { name: /^Undo/ })).toHaveCount(5)
      await twoDaysPass(field)
      await field.goto(last)
      await snapshotRemoved(field)
      await expect(field.getByText('Offline · updated 2 d ago')).toBeVisible()
    })

    await network.back()
    await test.step('sends everything automatically once the network is back', async () => {
      await expect(sync(field, /^All synced/)).toBeVisible({ timeout: 45_000 })
      await expect(field.getByText('Offline · updated just now')).toBeVisible({ timeout: 30_000 })
    })
    await expect
      .poll(() => newestRequest(office))
      .toMatchObject({
        name: 'Perth roofers',
        rows: { requested: 60, failed: 0 },
        statusLabel: 'Completed',
      })
    const done = (await activitiesOn(office, companyId)).filter(({ id }) => !before.has(id))
    expect(done.map(({ kind, text }) => [kind, text])).toEqual([
      ['note', 'Gate code after hours: ask'],
      ['visit', 'Spoke with the foreman'],
    ])
    expect(await listNamed(office, 'Perth roofers')).toMatchObject({ id: builders, count: 60 })
    expect(await listNamed(office, 'Monday calls')).toMatchObject({ id: monday, count: 1 })
    expect(await listNamed(office, 'Perth builders')).toBeUndefined()
  })

const newestRequest = async ({ call }: Colleague): Promise<HistoryRow | undefined> =>
  z
    .object({ history: z.array(HistoryRow) })
    .parse(await call('POST', '/download/history', { size: 1 })).history[0]

const rows = (page: Page) => page.getByRole('main').locator('li[aria-posinset]')
/** Collects in `moves` what a page moves up or down without a press. */
const recordMoves = (): void => {
  type Shift = PerformanceEntry & {
    sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  const moves: string[] = []
  Reflect.set(window, 'moves', moves)
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries() as Shift[])
      for (const { node, previousRect: from, currentRect: to } of sources)
        if (node?.parentElement?.closest('main') && from.y !== to.y)
          moves.push(`${node.nodeName}: ${from.y} to ${to.y}`)
  }).observe({ type: 'layout-shift', buffered: true })
}

const sync = (page: Page, label: RegExp) => page.getByRole('button', { name: label })
const twoDaysPass = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
    const opening = indexedDB.open(names.find((name) => /^fieldbook-.+-/.test(name)) ?? '')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const pins = opening.result.transaction('pins', 'readwrite').objectStore('pins')
    const reading = pins.getAll()
    await new Promise((resolve) => reading.addEventListener('success', resolve))
    for (const pin of reading.result as { fetchedAt: number }[])
      pins.put({ ...pin, fetchedAt: pin.fetchedAt - 2 * 86_400_000 })
    await new Promise((resolve) => pins.transaction.addEventListener('complete', resolve))
    opening.result.close()
  })

const distances = async (page: Page): Promise<number[]> =>
  (
    await rows(page)
      .getByText(/\d k?m\b/)
      .allTextContents()
  )
    .slice(0, 6)
    .flatMap((text) => /([\d.]*\d) (k?m)\b/.exec(text) ?? [])
    .flatMap((part, at, all) =>
      at % 3 === 1 ? [Number(part) / (all[at + 1] === 'm' ? 1000 : 1)] : [],
    )
