import { expect, test, type Page } from '@playwright/test'
import { signIn, watchFor } from '../kit/journeys/people.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

/** The demo's organisations have a default country; a new one has none until an admin answers or skips the first run. */
const asNewOrganisation = async (page: Page): Promise<void> => {
  let isAnswered = false
  await page.route('**/customer/*/update-country', async (route) => {
    isAnswered = true
    await route.continue()
  })
  await page.route('**/customer/metadata', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { metadata: { onboarding: object } }
    const onboarding = { ...answer.metadata.onboarding, country: isAnswered }
    await route.fulfill({ json: { metadata: { ...answer.metadata, onboarding } } })
  })
}

test('a new admin answers two questions on a phone and drives off with a first list that opens offline', async ({
  page,
  context,
}) => {
  const watched = watchFor(page)
  await asNewOrganisation(page)
  await signIn(page, 'otherAdmin')

  await test.step('answers who buys, and where', async () => {
    await expect(
      page.getByRole('heading', { level: 1, name: 'What do you sell, and where?' }),
    ).toBeVisible()
    await page.getByLabel('Industries that buy it').fill('construction')
    await page.getByRole('checkbox', { name: 'Construction', exact: true }).check()
    await page.getByRole('radio', { name: 'New Zealand' }).check()
    await page.getByLabel('Town, postcode or state').fill('Auckland')
    await page.getByRole('checkbox', { name: 'Auckland, Auckland' }).click()
    await page.getByRole('button', { name: 'Find companies' }).click()
  })

  await test.step('sees twenty companies with their reasons, also after a reload', async () => {
    const list = page.getByRole('list', { name: 'First 20 near Auckland' })
    await expect(list.getByRole('listitem')).toHaveCount(20)
    await expect(list.getByRole('listitem').first()).toContainText('Your industry')
    await page.reload()
    await expect(list.getByRole('listitem')).toHaveCount(20)
    await page.getByRole('button', { name: 'Make my first list' }).click()
  })

  await test.step('makes it available offline by one press', async () => {
    await page.getByRole('button', { name: 'Make available offline' }).click()
    await expect(page.getByRole('heading', { name: 'Ready for the road' })).toBeVisible()
    await expect(page.getByText('Offline · updated just now')).toBeVisible()
    await page.getByRole('button', { name: 'Next' }).click()
  })

  await test.step('reads how to install, and is at Home for good', async () => {
    await expect(page.getByRole('heading', { level: 1, name: /Fieldbook/ })).toBeVisible()
    await page.getByRole('button', { name: 'Go to Home' }).click()
    await expect(page.getByRole('list', { name: 'Set-up' })).toHaveCount(0)
    await page.reload()
    await expect(page.getByText('First 20 near Auckland')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Set-up' })).toHaveCount(0)
  })

  await test.step('opens the list without a network', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready)
    await context.setOffline(true)
    await page.getByRole('link', { name: /First 20 near Auckland/ }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: 'First 20 near Auckland' }),
    ).toBeVisible()
    await expect(page.getByText('20 companies').first()).toBeVisible()
  })
  expect(watched.faults).toEqual([])
})
