import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from '../kit/journeys/accessibility.ts'
import { signIn, watchFor } from '../kit/journeys/people.ts'

// Far enough down that no earlier journey has unlocked them.
const search =
  '/dashboard/search/new?country=NZ&tab=people&has_work_email=Yes&has_mobile=Yes&seniority=Entry'

const left = async (page: Page): Promise<number> =>
  Number((await page.getByRole('link', { name: /credits left/ }).innerText()).replaceAll(/\D/g, ''))

const digits = (text: string): number => Number(text.replaceAll(/\D/g, ''))

test('a person is revealed once for the whole organisation, and the ledger has the charge', async ({
  page,
  browser,
}) => {
  const watched = watchFor(page)
  await signIn(page)
  await page.goto(search)
  const masked = page
    .getByRole('row')
    .filter({ hasText: /Reveal email \+ .+ · 1 credit/ })
    .first()
  await expect(masked).toBeVisible()
  const id = (await masked.getAttribute('data-row')) ?? ''
  const row = page.locator(`[data-row="${id}"]`)
  const name = await row.getByRole('link').first().innerText()
  const before = await left(page)

  await test.step('reveals a row for the price on its button', async () => {
    await row.getByRole('button', { name: /^Reveal email \+ .+ · 1 credit/ }).click()
    await expect(page.getByText('Revealed, 1 credit')).toBeVisible()
    await expect(row.locator('a[href^="mailto:"]')).toBeVisible()
    await expect(row.getByRole('button', { name: /^Reveal/ })).toHaveCount(0)
    await expect.poll(() => left(page)).toBe(before - 1)
  })
  const address = await row.locator('a[href^="mailto:"]').innerText()

  await test.step('shows the person to a colleague for free', async () => {
    const context = await browser.newContext()
    const colleague = await context.newPage()
    await signIn(colleague, 'standard')
    await colleague.goto(`/dashboard/people?id=${id}&tab=contact`)
    await expect(colleague.getByRole('link', { name: address })).toBeVisible()
    await expect(colleague.getByText('Masked until')).toHaveCount(0)
    await expect.poll(() => left(colleague)).toBe(before - 1)
    await context.close()
  })

  await test.step('shows the person offline, where no other can be revealed', async () => {
    await page.goto(`/dashboard/people?id=${id}&tab=contact`)
    await expect(page.getByRole('link', { name: address })).toBeVisible()
    await page.goto(search)
    await expect(
      page.getByRole('button', { name: /^Reveal .+ · 1 credit: / }).first(),
    ).toBeVisible()
    await page.context().setOffline(true)
    await page.evaluate(() => dispatchEvent(new Event('offline')))
    await expect(
      page.getByRole('button', { name: /^Reveal .+ · 1 credit: / }).first(),
    ).toHaveAttribute('aria-disabled', 'true')
    await page.context().setOffline(false)
    await page.evaluate(() => dispatchEvent(new Event('online')))
  })

  let charged = 0
  await test.step('reveals a page of people for the price shown', async () => {
    await page.goto(search)
    await page.getByRole('checkbox', { name: 'Select this page' }).check()
    const bar = page.getByRole('region', { name: 'Selection' })
    await bar.getByRole('button', { name: 'Reveal' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reveal 10 people' })
    await expect(dialog.getByText(/already revealed$/)).toBeVisible()
    const pay = dialog.getByRole('button', { name: /^Reveal · [\d,]+ credits?$/ })
    charged = digits(await pay.innerText())
    expect(charged).toBeGreaterThan(0)
    await pay.click()
    await expect(page.getByText(`10 people revealed, ${charged} credit`)).toBeVisible()
    await expect.poll(() => left(page)).toBe(before - 1 - charged)
    await expect(page.getByRole('button', { name: /^Reveal .+ · 1 credit: / })).toHaveCount(0)
  })

  await test.step('shows every credit in the ledger', async () => {
    await page.getByRole('link', { name: /credits left/ }).click()
    await expect(page).toHaveURL(/\/dashboard\/credits$/)
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText('credits available')
    const lines = page.getByRole('row')
    const single = lines.filter({ hasText: `Reveal · ${name}` }).first()
    await expect(single).toContainText('−1')
    const many = lines.filter({ hasText: `Reveal · ${charged} people` }).first()
    await expect(many).toContainText(`−${charged}`)
    await many.getByRole('button', { name: /records of/ }).click()
    const records = page.getByRole('region', { name: `Records of ${charged} people` })
    await expect(records.getByRole('link')).toHaveCount(charged)
    await expect(page.getByRole('slider', { name: 'Credits used each day' })).toBeVisible()
    await expectAccessible(page, { of: 'main' })
  })
  expect(watched.faults).toEqual([])
})
