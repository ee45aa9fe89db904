import { expect, test } from '@playwright/test'
import { signUp } from '../kit/journeys/sign-up.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test('a new admin on a phone gets from sign-up to a first list that opens offline', async ({
  page,
  context,
}) => {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
  const setUp = page.getByRole('list', { name: 'Set-up' })

  await test.step('signs up, creates a company and starts the trial', async () => {
    await signUp(page, {
      first: 'Wren',
      last: 'Banksia',
      email: 'wren@saltbush.example',
      company: 'Saltbush Signs',
    })
    await press('Start free trial')
  })

  await test.step('answers who buys, and where', async () => {
    await expect(heading('What do you sell, and where?')).toBeVisible()
    await page.getByLabel('Industries that buy it').fill('construction')
    await page.getByRole('checkbox', { name: 'Construction', exact: true }).click()
    await page.getByLabel('Town, postcode or state').fill('Perth')
    await page.getByRole('checkbox', { name: 'Perth, WA', exact: true }).click()
    await press('Find companies')
  })

  await test.step('sees twenty companies with their reasons, also after a reload', async () => {
    const companies = page.getByRole('list', { name: 'First 20 near Perth' }).getByRole('listitem')
    await expect(companies).toHaveCount(20)
    await expect(companies.first()).toContainText('Your industry')
    await page.reload()
    await expect(companies).toHaveCount(20)
    await press('Make my first list')
  })

  await test.step('makes it available offline by one press', async () => {
    await press('Make available offline')
    await expect(heading('Ready for the road')).toBeVisible()
    await expect(page.getByText('Offline · updated just now')).toBeVisible()
    await press('Next')
  })

  await test.step('reads how to install, and is at Home for good', async () => {
    await expect(heading(/Fieldbook/)).toBeVisible()
    await press('Go to Home')
    await expect(heading(/^Good/)).toBeVisible()
    await page.reload()
    await expect(heading(/^Good/)).toBeVisible()
    await expect(setUp).toHaveCount(0)
  })

  await test.step('opens the list without a network', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready)
    await context.setOffline(true)
    await page.getByRole('link', { name: /^First 20 near Perth/ }).click()
    await expect(heading('First 20 near Perth')).toBeVisible()
    await expect(page.getByText('20 companies').first()).toBeVisible()
  })
})
