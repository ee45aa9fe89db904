import { expect, type Page } from '@playwright/test'
import { z } from 'zod'
import { dayOf } from '../../contract/core/days.ts'
import { DayPlan } from '../../contract/saved-work/day-plans.ts'
import { activitiesOn, listOf } from '../kit/journeys/lists.ts'
import { test, workerReady, type Colleague } from '../kit/journeys/unreliable-network.ts'
import { signIn } from '../kit/journeys/people.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
test.afterEach(({ road }) => road.heal())

test('my Tuesday: eight stops from postcode 6000 in their best order, worked through offline, the same on a second device', async ({
  page: first,
  context,
  elsewhere,
}) => {
  const office = await elsewhere('standard')
  // Other journeys visit the companies before these.
  const list = await listOf(office, 'My Tuesday', { size: 12, from: 30 })
  await signIn(first, 'standard')
  await workerReady(first)
  await first.goto(`/dashboard/list?id=${list}`)
  await first.getByRole('button', { name: /^Make available offline/ }).click()
  await first.getByRole('button', { name: 'Not now' }).click()
  await expect(first.getByText(/^Offline · updated/)).toBeVisible()

  await test.step('plans eight stops from the list, no longer than as they were added', async () => {
    await first.goto(`/dashboard/day?list=${list}`)
    await first.getByRole('button', { name: 'Choose the first 8' }).click()
    await first.getByRole('button', { name: 'Add 8 stops' }).click()
    await first.getByRole('combobox', { name: 'Start' }).selectOption('A postcode…')
    await first.getByRole('textbox', { name: 'Postcode' }).fill('6000')
    await first.getByRole('button', { name: 'Save' }).click()
    const length = first.getByText(/^8 stops, about [\d.]+ k?m from 6000$/)
    await expect(length).toBeVisible()
    const added = await kmIn(length)
    await first.getByRole('button', { name: 'Best order' }).click()
    await expect(first.getByText(/^(Best order: about|This order is best)/)).toBeVisible()
    await expect.poll(() => kmIn(length)).toBeLessThanOrEqual(added)
    await expect.poll(async () => Object.keys((await planOf(office))?.stops ?? {})).toHaveLength(8)
  })

  await context.setOffline(true)
  await first.close()
  const page = await context.newPage()
  await page.goto('/dashboard')
  const next = page.getByRole('article', { name: 'Next stop' })
  const visited = (await next.getByRole('link').first().textContent()) ?? ''

  await test.step('offline, from a cold start: visited in two presses, and on to the next', async () => {
    await expect(next.getByRole('link', { name: 'Directions' })).toHaveAttribute(
      'href',
      /-3[12]\.\d+.*11[56]\.\d+|query=/,
    )
    await next.getByRole('button', { name: 'Log visit' }).click()
    await page.getByRole('button', { name: 'Met', exact: true }).click()
    await expect(next.getByText('Next stop, 2 of 8')).toBeVisible()
  })

  const moved = await test.step('moves stop 5 up to 2 by its button', async () => {
    await page.getByRole('link', { name: 'Plan of the day' }).click()
    await expect.poll(async () => (await stopsOn(page)).length).toBe(8)
    const [, , , , fifth = ''] = await stopsOn(page)
    for (const at of [3, 2, 1]) {
      await page.getByRole('button', { name: `Move ${fifth} up` }).click()
      await expect.poll(async () => (await stopsOn(page))[at]).toBe(fifth)
    }
    return stopsOn(page)
  })

  await test.step('meanwhile a second device turns the order around: the Sync centre shows both', async () => {
    const before = await planOf(office)
    if (before === undefined) throw new Error('No plan on the server')
    const order = Object.keys(before.stops).toSorted()
    await office.call('POST', '/day-plans', {
      day: before.day,
      baseVersion: before.version,
      changes: { order },
    })
    await context.setOffline(false)
    await expect.poll(async () => namesIn(await planOf(office)), { timeout: 45_000 }).toEqual(moved)
    await page.goto('/dashboard/sync')
    const conflict = page.getByRole('listitem').filter({ hasText: 'Order of the plan of' })
    await expect(conflict.getByText('Yours, current')).toBeVisible()
    await expect(
      conflict.getByText(order.map((id) => before.stops[id]?.name).join(', ')),
    ).toBeVisible()
    await conflict.getByRole('button', { name: /^Keep mine/ }).click()
  })

  const plan = await planOf(office)
  const id = Object.entries(plan?.stops ?? {}).find(([, { name }]) => name === visited)?.[0] ?? ''
  expect(await activitiesOn(office, id)).toMatchObject([{ kind: 'visit', outcome: 'met' }])
  await office.page.goto('/dashboard/day')
  await expect.poll(() => stopsOn(office.page)).toEqual(moved)
  await expect(office.page.getByText('Visited, Met', { exact: false })).toBeVisible()
})

const kmIn = async (length: ReturnType<Page['getByText']>): Promise<number> => {
  const [, km = '', unit] = /about ([\d.]+) (k?m)/.exec((await length.textContent()) ?? '') ?? []
  return Number(km) / (unit === 'm' ? 1_000 : 1)
}

const stopsOn = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: 'Stops in order' }).getByRole('link').allTextContents()

const planOf = async ({ call }: Colleague): Promise<DayPlan | undefined> => {
  // The browser is in Perth.
  const today = dayOf(Date.now() + 8 * 3_600_000)
  const { changes } = Changes.parse(await call('GET', '/sync/changes?limit=1000'))
  return changes
    .flatMap(({ kind, value }) => (kind === 'day-plan' ? [DayPlan.parse(value)] : []))
    .find(({ day }) => day === today)
}

const Changes = z.object({
  changes: z.array(z.object({ kind: z.string(), value: z.optional(z.unknown()) })),
})

const namesIn = (plan: DayPlan | undefined): (string | null)[] =>
  plan?.order.map((id) => plan.stops[id]?.name ?? null) ?? []
