import { expect, test, type Locator, type Page } from '@playwright/test'
import { z } from 'zod'
import { expectForAll } from '../kit/journeys/for-all.ts'
import { signIn, watchFor } from '../kit/journeys/people.ts'

/** A filter of the panel by its identifier, opened where it is closed. */
const opened = async (page: Page, identifier: string): Promise<Locator> => {
  const filter = page.locator(`[id="filter-${identifier}"]`)
  const button = filter.getByRole('button').first()
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
  return filter
}

const total = async (page: Page, tab: 'Companies' | 'People'): Promise<number> => {
  const text = await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).innerText()
  return Number(text.replaceAll(/\D/g, ''))
}

const settledTotal = async (
  page: Page,
  tab: 'Companies' | 'People',
  differentFrom: number,
): Promise<number> => {
  await expect.poll(() => total(page, tab)).not.toBe(differentFrom)
  return total(page, tab)
}

test('the main job: from signing in to a person one can call', async ({ page }) => {
  test.setTimeout(120_000)
  const watched = watchFor(page)
  await signIn(page)
  await page.getByRole('link', { name: 'Search', exact: true }).first().click()
  await expect(page).toHaveURL(/\/dashboard\/search\/new/)
  await expect(page.getByRole('tab', { name: /^Companies [\d,]+/ })).toBeVisible()
  const all = await total(page, 'Companies')

  await test.step('construction companies', async () => {
    const panel = await opened(page, 'industry')
    await panel
      .getByRole('checkbox', { name: /^Construction/ })
      .first()
      .check()
  })
  const construction = await settledTotal(page, 'Companies', all)
  expect(construction).toBeLessThan(all)

  await test.step('in Western Australia', async () => {
    const panel = await opened(page, 'location')
    await panel.getByRole('textbox', { name: 'Search company location' }).fill('western aus')
    await panel
      .getByRole('checkbox', { name: /^Western Australia/ })
      .first()
      .check()
  })
  const western = await settledTotal(page, 'Companies', construction)

  await test.step('with 51-200 people', async () => {
    const panel = await opened(page, 'company_size')
    const option = panel.getByRole('checkbox', { name: /^51–200/ }).first()
    await option.check()
  })
  const sized = await settledTotal(page, 'Companies', western)

  await test.step('using Xero', async () => {
    const panel = await opened(page, 'technographics')
    await panel.getByRole('textbox', { name: 'Search technologies' }).fill('xero')
    await panel.getByRole('checkbox', { name: /^Xero/ }).first().check()
  })
  const using = await settledTotal(page, 'Companies', sized)
  expect(using).toBeGreaterThan(0)

  // Two choices one after the other: what counts is the answer to both.
  const answered = page.waitForResponse((response) => {
    const asked = response.request().postData() ?? ''
    return (
      response.url().endsWith('/api/records') &&
      ['Government (state)', 'Government (local)'].every((type) => asked.includes(type))
    )
  })
  await test.step('not government', async () => {
    const panel = await opened(page, 'company_type')
    await panel.getByRole('button', { name: 'Exclude Government (state)' }).click()
    await panel.getByRole('button', { name: 'Exclude Government (local)' }).click()
    await expect(page.getByText(/not of type Government/)).toBeVisible()
  })
  const { total: companies } = z.object({ total: z.number() }).parse(await (await answered).json())
  expect(companies).toBeLessThanOrEqual(using)
  await expect.poll(() => total(page, 'Companies')).toBe(companies)

  await page.getByRole('tab', { name: /^People/ }).click()
  await expect(page).toHaveURL(/people/)
  const people = await settledTotal(page, 'People', 0)
  const seniority = await opened(page, 'seniority')
  await seniority.getByRole('checkbox', { name: /^Director/ }).check()
  const directors = await settledTotal(page, 'People', people)
  expect(directors).toBeLessThan(people)
  await (await opened(page, 'has_mobile')).getByRole('checkbox').check()
  const reachable = await settledTotal(page, 'People', directors)
  expect(reachable).toBeGreaterThan(0)
  expect(reachable).toBeLessThan(directors)
  expect(await total(page, 'Companies')).toBe(companies)

  const address = page.url()
  const rows = page.getByRole('row')
  const before = await rows.nth(1).innerText()

  await test.step('open one and come back', async () => {
    await rows.nth(1).getByRole('link').first().click()
    await expect(page).not.toHaveURL(address)
    await expect(page.getByText(/Director/).first()).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(address)
    expect(await total(page, 'People')).toBe(reachable)
    await expect.poll(() => rows.nth(1).innerText()).toBe(before)
  })

  await test.step('a reload finds everything as it was', async () => {
    await page.reload()
    await expect.poll(() => total(page, 'People')).toBe(reachable)
    await expect.poll(async () => rows.nth(1).innerText()).toBe(before)
  })
  expect(watched.faults).toEqual([])
})

test('the screens of the main job have nothing that shuts anybody out', async ({ page }) => {
  await signIn(page)
  for (const address of [
    '/dashboard',
    '/dashboard/search/new',
    '/dashboard/search/new?tab=people',
    '/dashboard/list',
    '/dashboard/profile',
  ]) {
    await page.goto(address)
    // The screen itself, not what stands in for it while its code arrives.
    await expect(page.getByRole('main').getByRole('heading', { level: 1 }).first()).toBeAttached()
    if (address.includes('search')) await expect(page.getByRole('row').nth(1)).toBeVisible()
    // Clerk's own markup comes as it is.
    await test.step(address, () => expectForAll(page, { without: '[data-clerk-screen]' }))
  }
})
