import { expect, test } from '@playwright/test'
import { signIn, watchFor } from '../kit/journeys/people.ts'

test('a Standard user works in the same organisation and cannot change its country', async ({
  page,
}) => {
  const watched = watchFor(page)
  await signIn(page, 'standard')
  await expect(page.getByRole('button', { name: /Harbour Advisory.*switch company/ })).toBeVisible()
  await page.goto('/dashboard/search/new')
  await expect(page.getByRole('tab', { name: /^Companies [\d,]+/ })).toBeVisible()
  expect(watched.faults).toEqual([])
})

test('sign-out ends at the sign-in page, and going back shows nothing personal', async ({
  page,
}) => {
  await signIn(page, 'otherAdmin')
  await page.getByRole('button', { name: 'Open user menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/sign-in\?action=sign-out/)
  await expect(page.getByLabel('Work email')).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Work email')).toBeVisible()
  await expect(page.getByText('Southern Cross Leads')).toHaveCount(0)
})

test('a deep link leads through sign-in back to itself', async ({ page }) => {
  await page.goto('/dashboard/search/new?country=NZ&tab=people')
  await expect(page).toHaveURL(/\/sign-in/)
  await page.getByLabel('Work email').waitFor()
  expect(new URL(page.url()).searchParams.get('redirect_url')).toBe(
    '/dashboard/search/new?country=NZ&tab=people',
  )
})

test('every address of the app answers with its screen', async ({ page }) => {
  const watched = watchFor(page)
  await signIn(page)
  const addresses = {
    '/dashboard/profile': 'Profile',
    '/dashboard/create-company': 'Create company',
    '/dashboard/download-center': 'Download centre',
    '/dashboard/list': 'Lists',
    '/dashboard/signals': 'Signals',
    '/dashboard/signals/agent/create': 'agent',
    '/dashboard/signals/agent/edit': 'agent',
    '/dashboard/data-exchange': 'Data exchange',
    '/dashboard/data-exchange/upload': 'Upload',
    '/dashboard/account-intelligence-config': 'Account intelligence',
    '/dashboard/settings': 'Profile',
  }
  for (const [address, heading] of Object.entries(addresses)) {
    await page.goto(address)
    await expect(
      page.getByRole('heading', { name: new RegExp(heading, 'i') }).first(),
    ).toBeVisible()
  }
  await page.goto('/dashboard/plan-selection')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/dashboard/no-such-page')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  expect(watched.faults).toEqual([])
})

test('a phone shows the filters as a sheet with the live total on its button', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  await page.goto('/dashboard/search/new')
  await page.getByRole('button', { name: /Filters/ }).click()
  const sheet = page.getByRole('dialog')
  const button = sheet.getByRole('button', { name: /^Show [\d,]+ companies/ })
  const before = await button.innerText()
  await sheet
    .getByRole('checkbox', { name: /^Construction/ })
    .first()
    .check()
  await expect(button).not.toHaveText(before)
  const after = await button.innerText()
  await button.click()
  const found = after.replaceAll(/\D/g, '')
  await expect
    .poll(async () =>
      (await page.getByRole('tab', { name: /^Companies/ }).innerText()).replaceAll(/\D/g, ''),
    )
    .toBe(found)
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }))
  expect(scroll).toBeLessThanOrEqual(client)
})

test.describe('a record on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('has controls of at least 44 px and whole names under Who to call', async ({ page }) => {
    await signIn(page)
    await page.goto('/dashboard/search/new?country=AU&industry=Construction&company_size=11-50')
    await page.locator('main a[href*="/company?id="]').first().click()
    const people = page.getByRole('region', { name: 'Who to call' })
    await expect(people.getByRole('listitem').first()).toBeVisible()
    await expect(people.getByRole('button', { name: /^Reveal/ }).first()).toBeVisible()
    const low = await page.locator('main :is(a, button)').evaluateAll((controls) =>
      controls
        .map((control) => ({
          name: control.textContent,
          ...control.getBoundingClientRect().toJSON(),
        }))
        .filter(({ height }) => height > 0 && height < 44)
        .map(({ name }) => name),
    )
    expect(low).toEqual([])
    const cut = await people
      .getByRole('link')
      .locator('span')
      .evaluateAll((texts) =>
        texts
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent }) => textContent),
      )
    expect(cut).toEqual([])
  })
})
