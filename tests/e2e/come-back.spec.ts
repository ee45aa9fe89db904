import { expect, type Page } from '@playwright/test'
import { z } from 'zod'
import { links } from '../../contract/links.ts'
import { followUpsWith, listOf } from '../kit/journeys/lists.ts'
import { test } from '../kit/journeys/unreliable-network.ts'
import { signIn } from '../kit/journeys/people.ts'
import { noticesShown, usePushService } from '../kit/journeys/push.ts'

const Found = z.object({ records: z.array(z.object({ id: z.string(), name: z.string() })) })

const zone = 'Australia/Sydney'
test.use({ permissions: ['notifications'], timezoneId: zone })

test('come back on Thursday: a follow-up of an offline visit is pushed once to each device at its hour, and Done on one is done on both', async ({
  page,
  context,
  elsewhere,
}) => {
  const second = await elsewhere('admin')
  const otherContext = second.page.context()
  await otherContext.grantPermissions(['notifications'])
  const otherLine = await usePushService(otherContext, second.page)
  await turnOnAlerts(second.page)
  const line = await usePushService(context, page)
  await signIn(page)
  await turnOnAlerts(page)
  // Other journeys visit the companies before and after this one.
  const list = await listOf(second, 'Thursday', { size: 1, from: 55 })
  const found = await second.call('POST', `/lists/${list}/records`, { size: 1 })
  const { id = '', name = '' } = Found.parse(found).records[0] ?? {}
  await page.goto(links.company(id))
  const logVisit = page.getByRole('button', { name: 'Log visit', exact: true })
  await expect(logVisit).toBeVisible()

  await test.step('offline, the visit says when to come back, and Home lists it', async () => {
    await context.setOffline(true)
    await logVisit.click()
    await page
      .getByRole('group', { name: /^Come back/ })
      .getByRole('button')
      .nth(2)
      .click()
    await page.getByRole('button', { name: 'Call back', exact: true }).click()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    const later = page.getByRole('list', { name: 'Coming up' })
    await expect(later.getByRole('link', { name, exact: true })).toBeVisible()
    await context.setOffline(false)
    await expect
      .poll(async () => (await followUpsWith(second, name)).length, { timeout: 45_000 })
      .toBe(1)
  })

  await test.step('at its hour each device gets one push', async () => {
    const [followUp] = await followUpsWith(second, name)
    if (followUp === undefined) throw new Error('The follow-up is on the server')
    const changes = nextMinute(Date.now())
    const path = `/follow-ups/${followUp.id}`
    await second.call('PATCH', path, { baseVersion: followUp.version, changes })
    for (const each of [line, otherLine])
      await expect
        .poll(async () => (await each.waiting()).length, { timeout: 150_000, intervals: [1_000] })
        .toBe(1)
    for (const each of [line, otherLine]) expect(await each.deliver()).toBe(1)
    for (const each of [page, second.page])
      await expect.poll(async () => (await noticesShown(each)).length).toBe(1)
  })

  await test.step('Done on one is done on both, and its notification goes away there too', async () => {
    await page.goto('/dashboard')
    const due = page.getByRole('list', { name: 'Due today' })
    await due.getByRole('button', { name: `Done: Call back, ${name}`, exact: true }).click()
    await expect(page.getByText(`Follow-up with ${name} done.`)).toBeVisible()
    await expect.poll(() => noticesShown(page)).toEqual([])
    await expect.poll(async () => (await followUpsWith(second, name))[0]?.state).toBe('done')
    await second.page.goto('/dashboard')
    await expect.poll(() => noticesShown(second.page)).toEqual([])
    await expect(second.page.getByRole('heading', { name: 'Today' })).toBeVisible()
    await expect(second.page.getByRole('button', { name: /^Done: Call back/ })).toHaveCount(0)
    expect([await line.waiting(), await otherLine.waiting()]).toEqual([[], []])
  })
})

const turnOnAlerts = async (page: Page): Promise<void> => {
  await page.goto('/dashboard/profile?tab=notifications')
  await page.getByRole('button', { name: 'Turn on alerts on this device' }).click()
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible()
}

/** The organisation's next minute, long enough from now to be dated before it begins. */
const nextMinute = (now: number): { dueDay: string; dueTime: string } => {
  const at = Math.ceil((now + 5_000) / 60_000) * 60_000
  const [dueDay = '', dueTime = ''] = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(at)
    .split(', ')
  return { dueDay, dueTime }
}
