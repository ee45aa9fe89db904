import { expect, type Page } from '@playwright/test'
import { reportPromise } from '../kit/reliability.ts'
import { signIn } from '../kit/journeys/people.ts'
import { keptFile, test } from '../kit/journeys/releases.ts'

test.afterEach(() => {
  if (test.info().status === 'passed')
    reportPromise({
      promise: 'I28',
      check: 'pages open before a release',
      volume: 1,
      goal: 100,
      figures: { failed: 0 },
    })
})

const newSearch = '/dashboard/search/new?industry=Construction&country=AU'
const yours = (page: Page) => page.getByRole('button', { name: 'Recent and saved searches' })

/** Counts how often the page is loaded from now on. */
const loadsOf = (page: Page): { count: number } => {
  const loads = { count: 0 }
  page.on('domcontentloaded', () => {
    loads.count += 1
  })
  return loads
}

test('a page that was open before a release finds its parts on the server after it', async ({
  page,
  releases,
}) => {
  releases.ship({ cuts: (request) => request === 'GET /sw.js' })
  await signIn(page)
  await page.goto(newSearch)
  await expect(yours(page)).toBeVisible()
  const loads = loadsOf(page)
  releases.ship({ release: 1, keeps: [0] })
  const part = page.waitForResponse((reply) => reply.url().includes(`/assets/${keptFile}-`))
  await yours(page).click()
  expect((await part).status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'Saved searches' })).toBeVisible()
  expect(loads.count).toBe(0)
})

test('a part that is gone although the version is the newest is told, and the page is not reloaded', async ({
  page,
  releases,
}) => {
  const cuts = (request: string) => request === 'GET /sw.js' || request.includes(keptFile)
  releases.ship({ cuts })
  await signIn(page)
  await page.goto(newSearch)
  const loads = loadsOf(page)
  await yours(page).click()
  await expect(
    page.getByText('You need a connection to open this screen the first time'),
  ).toBeVisible()
  expect(loads.count).toBe(0)
})
