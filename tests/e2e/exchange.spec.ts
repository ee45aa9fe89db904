import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect as expectSoon, type Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import { corruptedFiles } from '../kit/corrupted-rows.ts'
import { Estimate } from '../../contract/money/credits.ts'
import { HistoryRow } from '../../contract/money/downloads.ts'
import { Upload, UploadRow } from '../../contract/money/uploads.ts'
import { links } from '../../contract/links.ts'
import { expectAccessible } from '../kit/journeys/accessibility.ts'
import { test, workerReady, type Colleague } from '../kit/journeys/unreliable-network.ts'
import { signIn, watchFor } from '../kit/journeys/people.ts'

// A busy worker is slow; a short timeout would prove nothing.
const expect = expectSoon.configure({ timeout: 60_000 })
const seed = Number(process.env['EXCHANGE_SEED'] ?? 7)
const rows = 1_000
const name = `leads ${randomUUID().slice(0, 8)}.csv`

/** A salesperson's file: demo companies with typos and gaps, unknown companies, and extra columns. */
const leads = (() => {
  const world = { companies: 20_000, people: 100_000, seed: 1, today: '2026-03-03' }
  const { companies } = corruptedFiles(world, rows + 60, seed)
  const own = companies.rows
    .slice(0, rows)
    .map((_, at) => [
      `rep ${at % 7}`,
      `=SUM(A${at}), "met" at the fair; ${'call back '.repeat(120)}`,
    ])
  return {
    truth: companies.truth.slice(0, rows),
    own,
    header: [...companies.header, 'Owner', 'Remarks'],
    file: Buffer.from(
      stringify([
        [...companies.header, 'Owner', 'Remarks'],
        ...companies.rows.slice(0, rows).map((cells, at) => [...cells, ...(own[at] ?? [])]),
      ]),
    ),
  }
})()

const uploadNow = async ({ call }: Colleague): Promise<Upload> => {
  const upload = z
    .array(Upload)
    .parse(await call('GET', '/exchange/uploads'))
    .find((each) => each.name === name)
  if (upload === undefined) throw new Error('The upload is not there')
  return upload
}

/** Like the operating system: a form that the worker answers. */
const share = async (page: Page): Promise<void> => {
  await page.evaluate((action) => {
    const form = Object.assign(document.createElement('form'), {
      method: 'POST',
      enctype: 'multipart/form-data',
      action,
    })
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'file' })
    input.id = 'shared'
    form.append(input)
    document.body.append(form)
  }, links.upload())
  const input = page.locator('#shared')
  await input.setInputFiles({ name, mimeType: 'text/csv', buffer: leads.file })
  await input.evaluate((field: HTMLInputElement) => field.form?.submit())
}

test(`an upload is shared with the app, interrupted, resumed, matched, reviewed and enriched: EXCHANGE_SEED=${seed}`, async ({
  page,
  elsewhere,
  road,
}) => {
  const watched = watchFor(page)
  const office = await elsewhere('admin')
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page)
  await page.goto(links.dataExchange())
  await workerReady(page)

  await test.step('shares the file; the connection breaks, the page closes, and the upload resumes', async () => {
    const parts: number[] = []
    page.on('request', (request) => {
      const [, offset] = /\/parts\/(\d+)$/.exec(request.url()) ?? []
      if (offset !== undefined) parts.push(Number(offset))
    })
    const second = page.waitForRequest(/\/parts\/[1-9]\d*$/)
    await share(page)
    await second
    await road.become('refused')
    await expect(page.getByRole('heading', { name: 'Waiting' })).toBeVisible()
    await expect(page.getByText(/stays on this device/)).toBeVisible()
    const receivedBytes = (await uploadNow(office)).receivedBytes
    expect(receivedBytes).toBeGreaterThan(0)
    expect(receivedBytes).toBeLessThan(leads.file.length)

    const address = page.url()
    await page.goto(links.dataExchange())
    await expect(page.getByText(/Waiting for a connection/)).toBeVisible()
    await road.become('free')
    parts.length = 0
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Map your columns' })).toBeVisible()
    expect(await uploadNow(office)).toMatchObject({ receivedBytes: leads.file.length, name })
    expect(Math.min(...parts, leads.file.length)).toBeGreaterThanOrEqual(receivedBytes)
  })

  await test.step('recognises its columns and keeps the extra ones', async () => {
    await expect(page.getByText('CSV · UTF-8 · comma-separated · 1,000 rows')).toBeVisible()
    for (const [header, field] of [
      ['Account Name', 'name'],
      ['ABN', 'abn'],
      ['Website', 'website'],
      ['Owner', ''],
      ['Remarks', ''],
    ])
      await expect(page.getByRole('combobox', { name: `Field for ${header}` })).toHaveValue(
        field ?? '',
      )
    await expectAccessible(page, { of: '#main' })
  })

  await test.step('matches the rows while the user looks at another page', async () => {
    await page.getByRole('button', { name: 'Match 1,000 rows' }).click()
    await expect(page).toHaveURL(/step=match/)
    await page.goto(links.home())
    await page.goto(links.dataExchange())
    await page.getByRole('link', { name: new RegExp(name) }).click()
    await expect(page.getByRole('tab', { name: /^Matched/ })).toBeVisible()
    await expectAccessible(page, { of: '#main' })
  })

  const { id, counts } = await uploadNow(office)
  await test.step('matches most rows correctly, leaves some to review, and none for unknown companies', async () => {
    expect(counts.accepted + counts.review + counts.unmatched).toBe(rows)
    expect(counts.accepted).toBeGreaterThan(700)
    expect(counts.review).toBeGreaterThan(5)
    expect(counts.unmatched).toBeGreaterThan(20)
    const Page = z.object({ rows: z.array(UploadRow) })
    const all: UploadRow[] = []
    for (let from = 0; from < rows; from += 100) {
      const body = { from, size: 100 }
      all.push(...Page.parse(await office.call('POST', `/exchange/uploads/${id}/rows`, body)).rows)
    }
    const accepted = all.filter(({ state }) => state === 'accepted')
    const right = accepted.filter(({ row, recordId }) => recordId === leads.truth[row - 1])
    expect(right.length / accepted.length).toBeGreaterThanOrEqual(0.99)
  })

  await test.step('reviews uncertain rows by keyboard, and the most confident all at once', async () => {
    await page.getByRole('link', { name: `Review ${counts.review}` }).click()
    const row = page.getByRole('region', { name: /of your file$/ })
    const first = await row.getAttribute('aria-label')
    await page.keyboard.press('a')
    await expect(row).not.toHaveAttribute('aria-label', first ?? '')
    const second = await row.getAttribute('aria-label')
    await page.keyboard.press('n')
    await expect(row).not.toHaveAttribute('aria-label', second ?? '')
    await expect.poll(async () => (await uploadNow(office)).counts.review).toBe(counts.review - 2)
    await expectAccessible(page, { of: '#main' })

    await page.getByRole('button', { name: 'Accept in bulk' }).click()
    const dialog = page.getByRole('dialog', { name: 'Accept in bulk' })
    await dialog.getByRole('combobox', { name: 'Score' }).selectOption('70')
    await dialog.getByRole('button', { name: 'Accept' }).click()
    await expect(dialog).toBeHidden()
    const after = await uploadNow(office)
    expect(after.counts.unmatched).toBe(counts.unmatched + 1)
    expect(after.counts.accepted).toBeGreaterThan(counts.accepted + 1)
  })

  await test.step('enriches the rows to a file “from uploads” for the price shown', async () => {
    const { counts: now } = await uploadNow(office)
    await page.goto(`${links.uploadOf(id)}&step=out`)
    const source = { kind: 'upload', uploadId: id }
    const price = Estimate.parse(
      await office.call('POST', '/records/estimate', { category: 'company', source }),
    )
    expect(price.total).toBe(now.accepted - now.duplicates)
    await page.getByRole('button', { name: 'Choose columns and format' }).click()
    const dialog = page.getByRole('dialog', { name: 'Download from uploads' })
    await dialog
      .getByRole('button', {
        name: new RegExp(
          `^Download · ${price.chargeable === 0 ? 'free' : price.chargeable.toLocaleString('en-AU')}`,
        ),
      })
      .click()
    await expect(page.getByText('Download from uploads').first()).toBeVisible()
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
    const { requestId } = await uploadNow(office)
    const request = HistoryRow.parse(await office.call('GET', `/download/request/${requestId}`))
    expect(request).toMatchObject({
      type: 'ENRICH_DOWNLOAD',
      label: 'Download from uploads',
      credits: price.chargeable,
      rows: { requested: rows },
    })

    await page.getByRole('link', { name: 'Go to Download centre' }).click()
    await expect(page.getByText('Download from uploads').first()).toBeVisible()
    await page.goto(links.download(requestId ?? ''))
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download file' }).click(),
    ])
    const [header, ...filed] = z
      .array(z.array(z.string()))
      .parse(parse(await readFile(await download.path(), 'utf8'), { bom: true }))
    expect(header?.slice(0, leads.header.length)).toEqual(leads.header)
    expect(header).toContain('match_score')
    expect(header).toContain('match_reason')
    expect(filed).toHaveLength(rows)
    const at = leads.header.indexOf('Owner')
    // Formulas are escaped; other cells of the user's stay unchanged.
    expect(filed.map((cells) => cells.slice(at, at + 2))).toEqual(
      leads.own.map(([owner, remarks]) => [owner, `'${remarks}`]),
    )
  })

  await test.step('adds the matches to a list for free', async () => {
    await page.goto(`${links.uploadOf(id)}&step=out`)
    await page.getByRole('button', { name: 'Create list' }).click()
    await page.getByRole('link', { name: 'Open list' }).click()
    await expect(page.getByRole('heading', { name: name.replace('.csv', '') })).toBeVisible()
  })
  expect(watched.faults).toEqual([])
})
