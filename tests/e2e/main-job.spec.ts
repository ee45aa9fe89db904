import { expect, test, type Locator, type Page } from '@playwright/test'
import { z } from 'zod'
import { expectAccessible } from '../kit/journeys/accessibility.ts'
import { signIn, watchFor } from '../kit/journeys/people.ts'

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

test('the main job: from sign-in to a person with a phone number', async ({ page }) => {
  const watched = watchFor(page)
  await signIn(page)
  await page.getByRole('link', { name: 'Search', exact: true }).first().click()
  await expect(page).toHaveURL(/\/dashboard\/search\/new/)
  await expect(page.getByRole('tab', { name: /^Companies [\d,]+/ })).toBeVisible()
  const all = await total(page, 'Companies')

  await test.step('chooses construction companies', async () => {
    const panel = await opened(page, 'industry')
    await panel
      .getByRole('checkbox', { name: /^Construction/ })
      .first()
      .check()
  })
  const construction = await settledTotal(page, 'Companies', all)
  expect(construction).toBeLessThan(all)

  await test.step('chooses Western Australia', async () => {
    const panel = await opened(page, 'location')
    await panel.getByRole('textbox', { name: 'Search company location' }).fill('western aus')
    await panel
      .getByRole('checkbox', { name: /^Western Australia/ })
      .first()
      .check()
  })
  const western = await settledTotal(page, 'Companies', construction)

  await test.step('chooses 51-200 people', async () => {
    const panel = await opened(page, 'company_size')
    const option = panel.getByRole('checkbox', { name: /^51–200/ }).first()
    await option.check()
  })
  const sized = await settledTotal(page, 'Companies', western)

  await test.step('chooses Xero', async () => {
    const panel = await opened(page, 'technographics')
    await panel.getByRole('textbox', { name: 'Search technologies' }).fill('xero')
    await panel.getByRole('checkbox', { name: /^Xero/ }).first().check()
  })
  const using = await settledTotal(page, 'Companies', sized)
  expect(using).toBeGreaterThan(0)

  // Two choices in a row: the answer to both counts.
  const answered = page.waitForResponse((response) => {
    const body = response.request().postData() ?? ''
    return (
      response.url().endsWith('/api/records') &&
      ['Government (state)', 'Government (local)'].every((type) => body.includes(type))
    )
  })
  await test.step('excludes government', async () => {
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

  await test.step('opens a company and returns', async () => {
    await rows.nth(1).getByRole('link').first().click()
    await expect(page).not.toHaveURL(address)
    await expect(page.getByText(/Director/).first()).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(address)
    expect(await total(page, 'People')).toBe(reachable)
    await expect.poll(() => rows.nth(1).innerText()).toBe(before)
  })

  await test.step('keeps everything over a reload', async () => {
    await page.reload()
    await expect.poll(() => total(page, 'People')).toBe(reachable)
    await expect.poll(async () => rows.nth(1).innerText()).toBe(before)
  })
  expect(watched.faults).toEqual([])
})

test('the screens of the main job are accessible', async ({ page }) => {
  await signIn(page)
  for (const address of [
    '/dashboard',
    '/dashboard/search/new',
    '/dashboard/search/new?tab=people',
    '/dashboard/list',
    '/dashboard/profile',
  ]) {
    await page.goto(address)
    // The screen itself, not its loading placeholder.
    await expect(page.getByRole('main').getByRole('heading', { level: 1 }).first()).toBeAttached()
    if (address.includes('search')) await expect(page.getByRole('row').nth(1)).toBeVisible()
    await test.step(address, () => expectAccessible(page, { without: '[data-clerk-screen]' }))
  }
})
