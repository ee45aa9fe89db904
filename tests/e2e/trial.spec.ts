import { expect, test, type Page } from '@playwright/test'
import { signIn, watchFor } from '../kit/journeys/people.ts'
import { signUp } from '../kit/journeys/sign-up.ts'

// The page itself must make the requests that are counted here.
test.use({ serviceWorkers: 'block' })

const refusedOf = (page: Page): string[] => {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 402) refused.push(new URL(response.url()).pathname)
  })
  return refused
}

const countPlanRequests = (page: Page): { count: number } => {
  const requests = { count: 0 }
  page.on('request', (request) => {
    if (request.url().endsWith('/subscription/active-plan')) requests.count += 1
  })
  return requests
}

test('a stranger signs up, creates a company and starts the trial; the poll stops at its valid status', async ({
  page,
}) => {
  const { faults } = watchFor(page)
  const refused = refusedOf(page)
  await test.step('signs up and creates a company', async () => {
    await signUp(page, {
      first: 'Noa',
      last: 'Marlow',
      email: 'noa@headland.example',
      company: 'Headland Cranes',
    })
  })

  await test.step('sees the plans with and without GST', async () => {
    const growth = page.getByRole('article', { name: 'Growth' })
    await expect(growth).toContainText('A$125')
    await expect(growth).toContainText('A$137.50')
    await page.getByText('New Zealand').click()
    await expect(growth).toContainText('NZ$159.85')
    await page.getByText('Australia').click()
  })

  await test.step('without a plan, nothing is asked for that only a plan gives', async () => {
    expect(refused).toEqual([])
  })

  await test.step('starts the trial, and the dashboard opens', async () => {
    await page.clock.install()
    const requests = countPlanRequests(page)
    await page.getByRole('button', { name: 'Start free trial' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByRole('navigation').first()).toBeVisible()
    const count = requests.count
    expect(count).toBeGreaterThan(0)
    await page.clock.runFor(60_000)
    expect(requests.count).toBe(count)
  })

  await test.step('sees when the trial ends, and 50 credits', async () => {
    await page.goto('/dashboard/credits')
    await expect(page.getByRole('link', { name: /^Trial ends \d/ })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText(
      '50 credits for the trial',
    )
    await page.goto('/dashboard/plan-selection')
    await expect(page).toHaveURL(/\/dashboard$/)
  })
  expect(faults).toEqual([])
})

test('the demo has a user without a plan', async ({ page }) => {
  await signIn(page, 'newcomer', /\/dashboard\/plan-selection$/)
  await expect(
    page.getByRole('heading', { name: 'Choose a plan for Coastline Surveys' }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start free trial' })).toBeVisible()
})
