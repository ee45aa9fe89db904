import { expect, type Page } from '@playwright/test'
import { reportPromise } from '../kit/reliability.ts'
import { signIn } from '../kit/journeys/people.ts'
import { lazyChunk, test } from '../kit/journeys/releases.ts'

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

const loadsOf = (page: Page): { count: number } => {
  const loads = { count: 0 }
  page.on('domcontentloaded', () => {
    loads.count += 1
  })
  return loads
}

test('a page from before a release loads its chunks after the release', async ({
  page,
  releases,
}) => {
  releases.ship({ cuts: (request) => request === 'GET /sw.js' })
  await signIn(page)
  await page.goto(newSearch)
  await expect(yours(page)).toBeVisible()
  const loads = loadsOf(page)
  releases.ship({ release: 1, keeps: [0] })
  const part = page.waitForResponse((reply) => reply.url().includes(`/assets/${lazyChunk}-`))
  await yours(page).click()
  expect((await part).status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'Saved searches' })).toBeVisible()
  expect(loads.count).toBe(0)
})

test('a missing chunk of the newest version shows an error without a reload', async ({
  page,
  releases,
}) => {
  const cuts = (request: string) => request === 'GET /sw.js' || request.includes(lazyChunk)
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
