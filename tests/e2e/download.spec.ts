import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect as expectSoon, type Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { Credits, Estimate, LedgerEntry } from '../../contract/money/credits.ts'
import { HistoryRow } from '../../contract/money/downloads.ts'
import { defaultColumns, exportColumns } from '../../contract/records/export-columns.ts'
import { expectAccessible } from '../kit/journeys/accessibility.ts'
import { test, type Colleague } from '../kit/journeys/unreliable-network.ts'
import { signIn, watchFor } from '../kit/journeys/people.ts'

// A busy worker is slow; a short timeout would prove nothing.
const expect = expectSoon.configure({ timeout: 30_000 })
const run = randomUUID().slice(0, 8)

const Found = z.object({
  total: z.number(),
  records: z.array(z.object({ id: z.string(), unlocked: z.boolean() })),
})
const Created = z.object({ id: z.string() })

/** Each costs a credit. */
const lockedPeople = async ({ call }: Colleague, count: number): Promise<string[]> => {
  const ids: string[] = []
  for (let from = 0; ids.length < count; from += 100) {
    const { records } = Found.parse(
      await call('POST', '/records', {
        category: 'people',
        from,
        size: 100,
        filters: { has_mobile: ['Yes'], has_work_email: ['Yes'] },
      }),
    )
    if (records.length === 0) throw new Error(`Only ${ids.length} of ${count} are there`)
    ids.push(...records.filter(({ unlocked }) => !unlocked).map(({ id }) => id))
  }
  return ids.slice(0, count)
}

const listOfPeople = async ({ call }: Colleague, name: string, recordIds: readonly string[]) =>
  Created.parse(await call('POST', '/lists', { name, category: 'people', recordIds })).id

const creditsOf = async ({ call }: Colleague) => Credits.parse(await call('GET', '/credits'))
const requestOf = async ({ call }: Colleague, id: string) =>
  HistoryRow.parse(await call('GET', `/download/request/${id}`))

const askForList = async (page: Page, listId: string) => {
  await page.goto(`/dashboard/list?id=${listId}`)
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  const selection = page.getByRole('region', { name: 'Selection' })
  await expect(selection.getByRole('status')).toHaveText(/selected/)
  return async () => {
    await selection.getByRole('button', { name: 'Download' }).click()
    return page.getByRole('dialog', { name: /^Download/ })
  }
}
const fileOf = async (page: Page): Promise<{ name: string; text: string }> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download file' }).click(),
  ])
  return {
    name: download.suggestedFilename(),
    text: await readFile(await download.path(), 'utf8'),
  }
}
const openedId = (page: Page): string => new URL(page.url()).searchParams.get('open') ?? ''

test('a download of 120 people costs 82 credits for 35 unlocked and 3 suppressed, opens in a spreadsheet, and is free the second time', async ({
  page,
  elsewhere,
}) => {
  const watched = watchFor(page)
  const office = await elsewhere('admin')
  const ids = await lockedPeople(office, 120)
  const name = `Owners ${run}`
  const list = await listOfPeople(office, name, ids)
  await office.call('POST', '/records/reveal', {
    category: 'people',
    ids: ids.slice(0, 35),
    agreed: 35,
  })
  const before = await creditsOf(office)

  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page)
  const ask = await askForList(page, list)
  const suppressed = Created.parse(
    await office.call('POST', '/lists', {
      name: `Never ${run}`,
      category: 'people',
      kind: 'suppression',
      recordIds: ids.slice(117),
    }),
  ).id

  await test.step('shows the price in its parts and accepts it', async () => {
    const dialog = await ask()
    await expect(dialog.getByText('120 people', { exact: true })).toBeVisible()
    for (const part of ['35 already revealed', '3 suppressed, left out', '82 to reveal'])
      await expect(dialog.getByText(part)).toBeVisible()
    await expect(dialog.getByText('Up to 10,000 rows per download')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Download · 82 credits' }).click()
    await expect(page.getByText(`${name}: request accepted`)).toBeVisible()
  })

  await test.step('follows the download to its end and to the notification', async () => {
    const bell = page.getByRole('button', { name: /^Notifications/ })
    await expect(bell).toHaveAccessibleName('Notifications, 1 new')
    await bell.click()
    await page.getByRole('list', { name: 'Downloads' }).getByRole('link', { name }).click()
    await expect(page).toHaveURL(/download-center\?open=/)
    await expect(page.getByRole('dialog', { name }).getByText('Completed')).toBeVisible()
    await expectAccessible(page)
  })
  const request = await requestOf(office, openedId(page))
  expect(request).toMatchObject({
    status: 'DOWNLOAD_FILE_GENERATED',
    rows: { requested: 120, delivered: 117, owned: 35, suppressed: 3, failed: 0 },
    credits: 82,
  })
  expect(await creditsOf(office)).toMatchObject({
    balance: before.balance - 82,
    reserved: before.reserved,
  })

  await test.step('opens the file in a spreadsheet', async () => {
    const file = await fileOf(page)
    expect(file.name).toBe(`${name}.csv`)
    expect(file.text.startsWith('\u{feff}')).toBe(true)
    const [header = [], ...rows]: string[][] = parse(file.text, { bom: true })
    const wanted = defaultColumns('people').map(
      (key) => exportColumns.people.find((column) => column.key === key)?.label,
    )
    expect(header).toEqual(wanted)
    expect(rows).toHaveLength(117)
    // The file has what was paid for, except do-not-call numbers, and no cell that a spreadsheet would calculate.
    const [mobile, listed] = [header.indexOf('Mobile'), header.indexOf('Do Not Call Register')]
    expect(
      rows.filter((row) => !/^'?\+6[14] /.test(row[mobile] ?? '') && row[listed] !== 'Listed'),
    ).toEqual([])
    expect(rows.filter((row) => row[mobile] !== '').length).toBeGreaterThan(0)
    const others = rows.flat().filter((cell) => !/^\+6[14][\d ]+$/.test(cell))
    expect(others.filter((cell) => /^[=+\-@\t\r]|•/.test(cell))).toEqual([])
  })

  await test.step('downloads the same again for free', async () => {
    await page.goto('/dashboard')
    const again = await (await askForList(page, list))()
    await again.getByRole('textbox', { name: 'Name' }).fill(`${name} again`)
    await again.getByRole('button', { name: 'Download · free' }).click()
    await page.goto('/dashboard/download-center')
    const row = page.getByRole('row', { name: new RegExp(`${name} again`) })
    await expect(row.getByText('Completed')).toBeVisible()
    await expect(row.getByText('free', { exact: true })).toBeVisible()
    await expectAccessible(page)
    expect((await creditsOf(office)).balance).toBe(before.balance - 82)
  })
  for (const id of [list, suppressed]) await office.call('DELETE', `/lists/${id}`)
  expect(watched.faults).toEqual([])
})

test('a download short of credits waits, and the same request runs once 500 credits are bought', async ({
  page,
  elsewhere,
}) => {
  const watched = watchFor(page)
  const left = 10
  const office = await elsewhere('otherAdmin')
  const start = await creditsOf(office)
  const spend = start.balance - start.reserved - left
  const ids = await lockedPeople(office, spend + 25)
  if (spend > 0)
    await office.call('POST', '/records/reveal', {
      category: 'people',
      ids: ids.slice(25),
      agreed: spend,
    })
  const name = `Everybody ${run}`
  const list = await listOfPeople(office, name, ids.slice(0, 25))

  await signIn(page, 'otherAdmin')
  await test.step('shows the missing credits and how to take less', async () => {
    const dialog = await (await askForList(page, list))()
    await expect(dialog.getByText('25 credits needed, 10 credits available.').first()).toBeVisible()
    await expect(dialog.getByText('Up to 25 rows per download on trial')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Use my remaining credits' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Request anyway' }).click()
  })
  await test.step('ends short of credits without a charge', async () => {
    await page.goto('/dashboard/download-center')
    await expect(
      page.getByRole('row', { name: new RegExp(name) }).getByText('Insufficient credits'),
    ).toBeVisible()
    await page.getByRole('link', { name }).click()
    await expect(
      page.getByText('You need 25 credits and have 10. Nothing was charged.'),
    ).toBeVisible()
  })
  const id = openedId(page)
  expect(await creditsOf(office)).toMatchObject({ balance: start.reserved + left })

  await test.step('buys 500 credits, and the same request goes on by itself', async () => {
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add credits' }).click()
    const purchase = page.getByRole('dialog', { name: 'Add credits' })
    await purchase.getByRole('radio', { name: '500' }).check()
    await expect(purchase.getByText('Total')).toBeVisible()
    await purchase.getByRole('button', { name: /^(Continue to card|Use another card)$/ }).click()
    await purchase.getByLabel('Card number').fill('4242424242424242')
    await purchase.getByRole('button', { name: /^Pay / }).click()
    await expect(page.getByText('500 credits added')).toBeVisible()
    await expect(page.getByRole('dialog', { name }).getByText('Completed')).toBeVisible()
  })
  expect(await requestOf(office, id)).toMatchObject({ attempt: 2, credits: 25, requestId: id })

  await test.step('shows a ledger that adds up', async () => {
    const Ledger = z.object({ entries: z.array(LedgerEntry) })
    const { entries } = Ledger.parse(await office.call('GET', `/credits/ledger?requestId=${id}`))
    const sum = (part: 'delta' | 'reservedDelta') =>
      entries.reduce((total, entry) => total + entry[part], 0)
    expect({ delta: sum('delta'), reserved: sum('reservedDelta') }).toEqual({
      delta: -25,
      reserved: 0,
    })
    expect(await creditsOf(office)).toMatchObject({ balance: left + 500 - 25, reserved: 0 })
    const source = { kind: 'ids', ids: ids.slice(0, 25) }
    const now = Estimate.parse(
      await office.call('POST', '/records/estimate', { category: 'people', source }),
    )
    expect(now).toMatchObject({ owned: 25, chargeable: 0 })
  })
  await office.call('DELETE', `/lists/${list}`)
  expect(watched.faults).toEqual([])
})
