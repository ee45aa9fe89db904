import { expect, type Page } from '@playwright/test'
import { activitiesOn, followUpsWith, listOf } from '../kit/journeys/lists.ts'
import { test, workerReady } from '../kit/journeys/unreliable-network.ts'
import { signIn } from '../kit/journeys/people.ts'

const perth = { latitude: -31.9523, longitude: 115.8613 }

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  geolocation: perth,
  permissions: ['geolocation'],
})
test.afterEach(({ road }) => road.heal())

test('a round offline: three presses from the nearest list to the next logged visit, and back to the same place', async ({
  page,
  context,
  elsewhere,
}) => {
  const office = await elsewhere('standard')
  // Other journeys visit the companies before these.
  await listOf(office, 'Tuesday round', { size: 40, from: 60 })
  await signIn(page, 'standard')
  await workerReady(page)
  await page.goto('/dashboard/list')
  await page.getByRole('link', { name: 'Tuesday round', exact: true }).click()
  await page.getByRole('button', { name: /^Make available offline/ }).click()
  await page.getByRole('button', { name: 'Not now' }).click()
  const nearest = page.getByRole('button', { name: 'Nearest first', exact: true })
  await expect(nearest).not.toHaveAttribute('aria-disabled', 'true')
  await context.setOffline(true)

  await nearest.click()
  await page.getByRole('button', { name: 'Use my location' }).click()
  await expect(page.getByRole('button', { name: /^Nearest first, Any distance/ })).toBeVisible()
  await page.mouse.wheel(0, 1_400)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1_000)
  // A row without its content yet has no name.
  const namesInSight = async (): Promise<number> => (await inSight(page)).filter(Boolean).length
  await expect.poll(namesInSight).toBeGreaterThan(3)
  const before = await inSight(page)
  const at = await page.evaluate(() => scrollY)
  let visited = ''

  await test.step('through the company: company, Log visit, outcome', async () => {
    const presses = countPresses()
    const [name = ''] = before.slice(2)
    visited = (await idIn(page, name)) ?? ''
    await presses.on(page.getByRole('link', { name, exact: true }))
    await presses.on(page.getByRole('button', { name: 'Log visit', exact: true }))
    await presses.on(page.getByRole('button', { name: 'Met', exact: true }))
    await expect(
      page.getByText(/^Saved on this device\. Next: .+, [\d.]+ k?m from .+$/),
    ).toBeVisible()
    const saved = page.getByRole('status').filter({ hasText: 'Saved on this device' })
    await expect(saved.getByRole('link', { name: /^Directions to / })).toBeVisible()
    expect(presses.count()).toBe(3)

    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect.poll(() => inSight(page)).toEqual(before)
    expect(await page.evaluate(() => scrollY)).toBe(at)
    await expect(page.getByText('Visited today · Met')).toHaveCount(1)
    await expect(page.getByText('1 of 40 visited')).toHaveCount(1)
  })

  const next =
    await test.step('from a row: Log visit, outcome, Directions to the next stop', async () => {
      const presses = countPresses()
      const [name = ''] = before.slice(3)
      await presses.on(page.getByRole('button', { name: `Log visit to ${name}` }).first())
      await presses.on(page.getByRole('button', { name: 'Interested', exact: true }))
      const directions = page.getByRole('link', { name: /^Directions to / })
      await expect(directions).toBeVisible()
      expect(presses.count()).toBe(2)
      return (await directions.getAttribute('aria-label'))?.replace('Directions to ', '') ?? ''
    })

  await test.step('shows the rest, and logs the next stop by a swipe', async () => {
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByRole('button', { name: 'Not visited', exact: true }).click()
    await expect(page.getByText('Found 38 companies of 40, not visited in 30 days')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search this list' }).fill(next)
    const card = page.getByRole('link', { name: next, exact: true })
    await expect(page.getByText(/^Found 1 company/)).toBeVisible()
    await swipeRight(page, card)
    await page.getByRole('button', { name: 'Today', exact: true }).click()
    await page.getByRole('button', { name: 'Call back', exact: true }).click()
    await expect(page.getByText('3 of 40 visited')).toBeVisible()
  })

  await test.step('finds the day to come back under Today, and is done with it in one press', async () => {
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    const due = page.getByRole('list', { name: 'Due today' })
    await expect(due.getByRole('link', { name: next, exact: true })).toBeVisible()
    await due.getByRole('button', { name: `Done: Call back, ${next}`, exact: true }).click()
    await expect(page.getByText(`Follow-up with ${next} done.`)).toBeVisible()
  })

  await context.setOffline(false)
  await expect(page.getByRole('button', { name: /^All synced/ })).toBeVisible({ timeout: 45_000 })
  expect(await activitiesOn(office, visited)).toMatchObject([{ kind: 'visit', outcome: 'met' }])
  expect(await followUpsWith(office, next)).toMatchObject([{ state: 'done', text: 'Call back' }])
})

/** The names of the rows in sight, from the top. */
const inSight = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main li[aria-posinset]')]
      .filter((row) => row.getBoundingClientRect().top >= 0)
      .filter((row) => row.getBoundingClientRect().bottom <= innerHeight)
      .toSorted((x, y) => x.getBoundingClientRect().top - y.getBoundingClientRect().top)
      .map((row) => row.querySelector('a')?.textContent ?? ''),
  )

/** The id of a company in the list. */
const idIn = async (page: Page, name: string): Promise<string | null> => {
  const link = page.getByRole('main').getByRole('link', { name, exact: true })
  return new URL((await link.getAttribute('href')) ?? '', page.url()).searchParams.get('id')
}

const countPresses = () => {
  let presses = 0
  return {
    on: async (target: ReturnType<Page['locator']>): Promise<void> => {
      presses += 1
      await target.click()
    },
    count: () => presses,
  }
}

const swipeRight = async (page: Page, target: ReturnType<Page['locator']>): Promise<void> => {
  const box = await target.boundingBox()
  if (box === null) throw new Error('The row is out of sight')
  const session = await page.context().newCDPSession(page)
  const y = box.y + box.height / 2
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    })
  await touch('touchStart', 120)
  for (const x of [140, 180, 220, 260]) await touch('touchMove', x)
  await touch('touchEnd', 260)
  await session.detach()
}
