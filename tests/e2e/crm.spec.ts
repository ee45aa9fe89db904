import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect as expectSoon, test, type Locator, type Page } from '@playwright/test'
import { z } from 'zod'
import { HistoryRow } from '../../contract/money/downloads.ts'
import { links } from '../../contract/links.ts'
import { demoCompanies } from '../../emulators/crm/hubspot/demo-records.ts'
import { remoteCrm } from '../../emulators/crm/remote.ts'
import { expectAccessible } from '../kit/journeys/accessibility.ts'
import { watchFor } from '../kit/journeys/people.ts'
import { colleague, type Colleague } from '../kit/journeys/unreliable-network.ts'

// A busy worker is slow; a short timeout would prove nothing.
const expect = expectSoon.configure({ timeout: 30_000 })
const name = `Builders ${randomUUID().slice(0, 8)}`

const Found = z.object({
  records: z.array(
    z.object({
      id: z.string(),
      unlocked: z.boolean(),
      domain: z.optional(z.nullable(z.string())),
    }),
  ),
})
const Created = z.object({ id: z.string() })

const hubspot = () =>
  remoteCrm(join(process.env['FIELDBOOK_DATA'] ?? '', 'crm'), 'HubSpot', 'HUBSPOT')

const twiceInHubspot = 'Wilson Building Group'
/** Its users wrote the domains of some with https and www. */
const onceInHubspot = demoCompanies
  .map((company) => company.name)
  .filter((each) => !each.startsWith(twiceInHubspot))

const companyNamed = async ({ call }: Colleague, wanted: string): Promise<string[]> => {
  const path = `/search/autocomplete/companies?q=${encodeURIComponent(wanted)}`
  const Named = z.object({ records: z.array(z.object({ id: z.string(), name: z.string() })) })
  const { records } = Named.parse(await call('GET', path))
  return records.flatMap((record) => (record.name === wanted ? [record.id] : []))
}

/** Other journeys have not paid for them. */
const companiesNotThere = async (
  { call }: Colleague,
  industry: string,
  count: number,
): Promise<string[]> => {
  const filters = { industry: [industry] }
  const { records } = Found.parse(
    await call('POST', '/records', { category: 'company', size: 100, filters }),
  )
  const isThere = (domain: string): boolean =>
    demoCompanies.some((company) => company.domain.includes(domain))
  const byDomain = new Map(
    records.flatMap(({ id, domain, unlocked }) =>
      domain && !unlocked && !isThere(domain) ? [[domain, id]] : [],
    ),
  )
  return [...byDomain.values()].slice(0, count)
}

/** Six companies that HubSpot has, one that it has twice, and ten that it lacks: the industry of the last is no choice there. */
const listOfSeventeen = async (office: Colleague): Promise<string> => {
  const there: string[] = []
  for (const each of onceInHubspot)
    if (there.length < 6) there.push(...(await companyNamed(office, each)))
  const recordIds = [
    ...there,
    ...(await companyNamed(office, twiceInHubspot)),
    ...(await companiesNotThere(office, 'Construction', 9)),
    ...(await companiesNotThere(office, 'Retail trade', 1)),
  ]
  expect(recordIds).toHaveLength(17)
  return Created.parse(
    await office.call('POST', '/lists', { name, category: 'company', recordIds }),
  ).id
}

const disconnected = async ({ call }: Colleague): Promise<void> => {
  const { token } = z.object({ token: z.string() }).parse(await call('GET', '/crm/org'))
  await call('POST', '/crm/HS_INTEGRATION/disconnect', { token }).catch((error: unknown) => {
    // It was not connected.
    if (!String(error).includes('404')) throw error
  })
}

/** Within the app: each load of the page takes seconds. */
const visit = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
  }, address)

const askToPush = async (page: Page, list: string): Promise<Locator> => {
  await visit(page, links.list(list))
  await page.getByRole('button', { name: 'Push to HubSpot' }).click()
  return page.getByRole('dialog', { name: 'Push 17 companies to HubSpot' })
}

/** By their labels. */
const countsOf = async (dialog: Locator): Promise<Record<string, string | undefined>> => {
  const region = dialog.getByRole('region', { name: 'What changes in HubSpot' })
  const texts = await region.locator('dl > div').allInnerTexts()
  return Object.fromEntries(texts.map((text) => text.split(/\s*\n\s*/)))
}

const push = async (page: Page, dialog: Locator, verb: RegExp): Promise<void> => {
  const accepted = page.waitForResponse(/\/api\/download\/request$/)
  await dialog.getByRole('button', { name: verb }).click()
  const { requestId } = HistoryRow.parse(await (await accepted).json())
  await expect(dialog).toBeHidden()
  await visit(page, links.download(requestId))
}

/** The request in sight, once it ended so. */
const ended = async (page: Page, office: Colleague, status: string): Promise<HistoryRow> => {
  const sheet = page.getByRole('dialog', { name })
  await expect(sheet.getByText(status, { exact: true })).toBeVisible()
  const id = new URL(page.url()).searchParams.get('open')
  return HistoryRow.parse(await office.call('GET', `/download/request/${id}`))
}

const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Discard changes' })).toBeHidden()
}

const paid = /^Push · \d+ credits$/

const createdInHubspot = async (): Promise<number> =>
  (await hubspot().state()).records.filter(({ source }) => source === 'api').length

test('an admin connects HubSpot and pushes 10 new companies, 6 known ones and a conflict; a refused row is mended, and a second push is free', async ({
  page,
  context,
}) => {
  const watched = watchFor(page)
  const office = await colleague(context, 'admin')
  await disconnected(office)
  const list = await listOfSeventeen(office)
  const before = await createdInHubspot()
  await hubspot().fault({
    kind: 'schema',
    object: 'companies',
    field: 'industry',
    change: 'require',
  })
  await test.step('connects HubSpot on its own page', async () => {
    await page.goto(links.integrations())
    await page.getByRole('button', { name: 'Connect HubSpot' }).click()
    await expect(page.getByRole('heading', { name: 'Connect Fieldbook to HubSpot?' })).toBeVisible()
    await page.getByRole('button', { name: 'Allow' }).click()
    await expect(page.getByRole('button', { name: 'Disconnect HubSpot' })).toBeVisible()
  })

  await test.step('keeps the default fields, and another owner than the one that HubSpot knows by email', async () => {
    await page.getByRole('link', { name: 'Map fields in HubSpot' }).click()
    const owner = page.getByLabel('Alex Fernleigh')
    await expect(owner).toHaveText(/Alex Fernleigh \(same email\)/)
    await expect(page.getByText(/no owner in HubSpot yet/)).toBeHidden()
    await owner.selectOption('Ana Wu')
    await save(page)
  })

  await test.step('shows what the push would do, and takes a decision about the conflict', async () => {
    const dialog = await askToPush(page, list)
    await expect(dialog.getByRole('button', { name: /^Push · up to \d+ credits$/ })).toBeEnabled()
    expect(await countsOf(dialog)).toMatchObject({ Create: '10', Update: '6', Conflict: '1' })
    const conflicts = dialog.getByRole('region', { name: 'Conflicts' })
    await expect(conflicts.getByRole('link', { name: /in HubSpot/ })).toHaveCount(2)
    await conflicts
      .getByLabel(`What to do with ${twiceInHubspot}`)
      .selectOption(`Link to ${twiceInHubspot}`)
    expect(await countsOf(dialog)).toMatchObject({ Create: '10', Update: '7', Conflict: '0' })
    await expectAccessible(page)
    expect(await createdInHubspot()).toBe(before)
    await push(page, dialog, paid)
  })
  await test.step('ends partially completed, and says what HubSpot refused', async () => {
    const { rows, credits } = await ended(page, office, 'Partially completed')
    expect(rows).toMatchObject({ requested: 17, delivered: 16, failed: 1 })
    expect(credits).toBe(16 - rows.owned)
    await expect(
      page
        .getByText(/^HubSpot refused it because of “Industry”: .* Then retry this row\.$/)
        .first(),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: 'Map fields in HubSpot' })).toBeVisible()
    expect(await createdInHubspot()).toBe(before + 9)
  })

  const partly = page.url()
  await test.step('gives every company an industry, and completes the row that failed', async () => {
    await visit(page, links.crmFields('HS_INTEGRATION'))
    await page.getByRole('button', { name: 'Remove Industry', exact: true }).click()
    const fixed = page.getByRole('region', { name: 'Companies: fixed values' })
    await fixed.getByLabel('Field in HubSpot').selectOption('Industry')
    await fixed.getByRole('button', { name: 'Companies: add a fixed value' }).click()
    await fixed.getByLabel('Industry', { exact: true }).selectOption('Retail')
    await save(page)
    await visit(page, partly)
    await page.getByRole('button', { name: 'Retry 1 company that failed' }).click()
    const retry = page.getByRole('dialog', { name: 'Retry 1 company that failed' })
    await expect(retry.getByText('Up to a minute')).toBeVisible()
    expect(await countsOf(retry)).toMatchObject({ Create: '1', Skip: '0' })
    await retry.getByRole('button', { name: 'Retry · 1 credit' }).click()
    await expect(page).not.toHaveURL(partly)
    expect(await ended(page, office, 'Completed')).toMatchObject({
      rows: { requested: 1, delivered: 1, failed: 0 },
      credits: 1,
    })
    expect(await createdInHubspot()).toBe(before + 10)
  })

  await test.step('costs nothing and creates nothing the second time', async () => {
    const dialog = await askToPush(page, list)
    await expect(dialog.getByText('Nothing changes in HubSpot.')).toBeVisible()
    await push(page, dialog, /^Push · free$/)
    expect(await ended(page, office, 'Completed')).toMatchObject({
      rows: { requested: 17, delivered: 17, owned: 17 },
      credits: 0,
    })
    expect(await createdInHubspot()).toBe(before + 10)
    expect((await hubspot().state()).audit).toMatchObject({ doubles: 0, early: 0, deletes: 0 })
  })
  expect(watched.faults).toEqual([])
})
