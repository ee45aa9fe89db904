import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect as expectSoon, type Locator, type Page } from '@playwright/test'
import { z } from 'zod'
import { HistoryRow } from '../../contract/money/downloads.ts'
import { links } from '../../contract/links.ts'
import { demoCompanies } from '../../emulators/crm/hubspot/demo-records.ts'
import { remoteCrm } from '../../emulators/crm/remote.ts'
import { expectAccessible } from '../kit/journeys/accessibility.ts'
import { signIn, watchFor } from '../kit/journeys/people.ts'
import { test, type Colleague } from '../kit/journeys/unreliable-network.ts'

// A busy worker is slow; a short timeout would prove nothing.
const expect = expectSoon.configure({ timeout: 30_000 })
const name = `Builders ${randomUUID().slice(0, 8)}`

const Found = z.object({
  records: z.array(z.object({ id: z.string(), domain: z.optional(z.nullable(z.string())) })),
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
    records.flatMap(({ id, domain }) => (domain && !isThere(domain) ? [[domain, id]] : [])),
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
    // Unless another journey has connected it.
    if (!String(error).includes('404')) throw error
  })
}

const askToPush = async (page: Page, list: string): Promise<Locator> => {
  await page.goto(links.list(list))
  await page.getByRole('button', { name: 'Push to HubSpot' }).click()
  return page.getByRole('dialog', { name: 'Push 17 companies to HubSpot' })
}

/** By their labels. */
const countsOf = async (dialog: Locator): Promise<Record<string, string | undefined>> => {
  const region = dialog.getByRole('region', { name: 'What changes in HubSpot' })
  const texts = await region.locator('dl > div').allInnerTexts()
  return Object.fromEntries(texts.map((text) => text.split(/\s*\n\s*/)))
}

const push = async (page: Page, dialog: Locator, verb: string): Promise<void> => {
  const accepted = page.waitForResponse(/\/api\/download\/request$/)
  await dialog.getByRole('button', { name: verb }).click()
  const { requestId } = HistoryRow.parse(await (await accepted).json())
  await expect(dialog).toBeHidden()
  await page.goto(links.download(requestId))
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

const createdInHubspot = async (): Promise<number> =>
  (await hubspot().state()).records.filter(({ source }) => source === 'api').length

const mergeTwins = async (): Promise<void> => {
  const { records } = await hubspot().state()
  const twins = records.filter(({ values }) => String(values['name']).startsWith(twiceInHubspot))
  const [survivor = '', lost = ''] = twins.map(({ id }) => id)
  await hubspot().merge(lost, survivor)
}

test('an admin connects HubSpot and pushes 17 companies: 10 created, 6 updated, a conflict; a refused row is mended, and a second push is free', async ({
  page,
  elsewhere,
}) => {
  const watched = watchFor(page)
  const office = await elsewhere('admin')
  await disconnected(office)
  const list = await listOfSeventeen(office)
  const before = await createdInHubspot()
  await hubspot().fault({
    kind: 'schema',
    object: 'companies',
    field: 'industry',
    change: 'require',
  })
  await signIn(page)

  await test.step('connects HubSpot on its own page', async () => {
    await page.goto(links.integrations())
    await page.getByRole('button', { name: 'Connect HubSpot' }).click()
    await expect(page.getByRole('heading', { name: 'Connect Fieldbook to HubSpot?' })).toBeVisible()
    await page.getByRole('button', { name: 'Allow' }).click()
    await expect(page.getByRole('button', { name: 'Disconnect HubSpot' })).toBeVisible()
  })

  await test.step('keeps the default fields, and chooses the owner that HubSpot does not know by email', async () => {
    await page.getByRole('link', { name: 'Fields in HubSpot' }).click()
    await expect(page.getByText(/no owner in HubSpot yet/)).toBeVisible()
    await page.getByLabel('Alex Fernleigh').selectOption('Ana Wu')
    await save(page)
  })

  await test.step('shows what the push would do, and changes nothing until it is pressed', async () => {
    const dialog = await askToPush(page, list)
    await expect(dialog.getByRole('button', { name: 'Push · 17 credits' })).toBeEnabled()
    expect(await countsOf(dialog)).toMatchObject({ Create: '10', Update: '6', Conflict: '1' })
    const conflicts = dialog.getByRole('region', { name: 'Conflicts' })
    await expect(conflicts.getByRole('link', { name: /in HubSpot/ })).toHaveCount(2)
    await expectAccessible(page)
    expect(await createdInHubspot()).toBe(before)
    await push(page, dialog, 'Push · 17 credits')
  })
  await test.step('ends partially completed, and says what HubSpot refused', async () => {
    expect(await ended(page, office, 'Partially completed')).toMatchObject({
      rows: { requested: 17, delivered: 15, failed: 2 },
      credits: 15,
    })
    await expect(
      page.getByText('HubSpot refused it because of ‘industry’: industry is required.').first(),
    ).toBeVisible()
    expect(await createdInHubspot()).toBe(before + 9)
  })

  const partly = page.url()
  await test.step('gives every company an industry, and completes the rows that failed', async () => {
    await page.goto(links.crmFields('HS_INTEGRATION'))
    await page.getByRole('button', { name: 'Remove Industry', exact: true }).click()
    const fixed = page.getByRole('region', { name: 'Companies: fixed values' })
    await fixed.getByLabel('Field in HubSpot').selectOption('Industry')
    await fixed.getByRole('button', { name: 'Companies: add a fixed value' }).click()
    await fixed.getByLabel('Industry', { exact: true }).selectOption('Retail')
    await save(page)
    await mergeTwins()
    await page.goto(partly)
    await page.getByRole('button', { name: 'Retry 2 companies that failed' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Retry · 2 credits' }).click()
    await expect(page).not.toHaveURL(partly)
    expect(await ended(page, office, 'Completed')).toMatchObject({
      rows: { requested: 2, delivered: 2, failed: 0 },
      credits: 2,
    })
    expect(await createdInHubspot()).toBe(before + 10)
  })

  await test.step('costs nothing and creates nothing the second time', async () => {
    const dialog = await askToPush(page, list)
    await expect(dialog.getByText('Nothing changes in HubSpot.')).toBeVisible()
    await push(page, dialog, 'Push · free')
    expect(await ended(page, office, 'Completed')).toMatchObject({
      rows: { requested: 17, delivered: 17, owned: 17 },
      credits: 0,
    })
    expect(await createdInHubspot()).toBe(before + 10)
    expect((await hubspot().state()).audit).toMatchObject({ doubles: 0, early: 0, deletes: 0 })
  })
  expect(watched.faults).toEqual([])
})
