import { expect, type BrowserContext, type Page } from '@playwright/test'
import { z } from 'zod'
import { storeOf, type StoreKind } from '../../src/offline/device-stores.ts'
import { readBrowserStores } from '../kit/journeys/browser-stores.ts'
import { test, type Colleague } from '../kit/journeys/unreliable-network.ts'
import { signIn, watchFor } from '../kit/journeys/people.ts'
import { noticesShown, pressNotice, usePushService, type PushLine } from '../kit/journeys/push.ts'

const Devices = z.object({ devices: z.array(z.object({ id: z.string(), label: z.string() })) })
const thisDevice = '/dashboard/profile?tab=notifications'
const neutral = 'You have new signals'
const agentId = '01a202f4-0000-7000-8000-000000000005'
const runId = '01a202f4-0000-7000-8000-000000000001'
const noticeId = '01a202f4-0000-7000-8000-000000000002'

test.use({ permissions: ['notifications'] })

const withAlerts = async (page: Page, context: BrowserContext): Promise<PushLine> => {
  const line = await usePushService(context, page)
  await signIn(page)
  await page.goto(thisDevice)
  await page.getByRole('button', { name: 'Turn on alerts on this device' }).click()
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Devices that get alerts' })).toContainText(
    'This device',
  )
  expect(line.subscribed()).not.toBeNull()
  return line
}

const devicesOf = async (member: Colleague) =>
  Devices.parse(await member.call('GET', '/push/devices')).devices

const readRegistration = (page: Page): Promise<{ deviceId: string } | null> =>
  page.evaluate(async () => {
    const cache = await caches.open('fieldbook-data-push')
    const registration: unknown = await (await cache.match('https://kept.invalid/device'))?.json()
    return registration as { deviceId: string } | null
  })

const messageFor = (deviceId: string, title: string): string =>
  JSON.stringify({
    v: 1,
    runId,
    noticeId,
    forDevice: deviceId,
    title,
    opens: {
      listIds: [],
      agentId,
      signalType: { slug: 'hiring_surge', category: 'company' },
      incrementalRunIds: [runId],
      signalCount: 3,
    },
    unread: 3,
    sentAt: new Date().toISOString(),
  })

test('every push message shows a notification, with the app in front too: its text, once per run, and a neutral text if it cannot be decrypted', async ({
  page,
  context,
}) => {
  const { faults } = watchFor(page)
  const line = await withAlerts(page, context)
  const own = (await readRegistration(page))?.deviceId ?? ''
  const titles = async () => (await noticesShown(page)).map(({ title }) => title)
  await line.push('this is no message')
  await expect.poll(titles).toEqual([neutral])
  await line.push(messageFor(own, '3 new hiring surges'))
  await line.push(messageFor(own, '3 new hiring surges'))
  await expect.poll(titles).toEqual(expect.arrayContaining([neutral, '3 new hiring surges']))
  expect(await titles()).toHaveLength(2)
  await line.push(messageFor('01a202f4-0000-7000-8000-0000000000ff', 'For another device'))
  await line.push(JSON.stringify({ ...JSON.parse(messageFor(own, 'Of tomorrow')), v: 2 }))
  await expect.poll(titles).toHaveLength(2)
  expect(await titles()).not.toContain('For another device')
  expect(faults).toEqual([])
})

test('a notification pressed offline opens its signals in the open window', async ({
  page,
  context,
}) => {
  const line = await withAlerts(page, context)
  const own = (await readRegistration(page))?.deviceId ?? ''
  await context.setOffline(true)
  // The browser may drop a message that reaches a worker about to stop; a push service sends it again.
  await expect(async () => {
    await line.push(messageFor(own, '3 new hiring surges'))
    await expect.poll(async () => (await noticesShown(page)).length, { timeout: 10_000 }).toBe(1)
  }).toPass()
  await pressNotice(context, noticeId)
  await expect(page).toHaveURL(
    (url) =>
      url.pathname === '/dashboard/signals' &&
      url.searchParams.get('agentId') === agentId &&
      url.searchParams.get('run') === runId &&
      url.searchParams.get('type') === 'hiring_surge',
  )
  await expect(page.getByRole('heading', { name: 'Signals' }).first()).toBeVisible()
  expect(await noticesShown(page)).toEqual([])
})

test('a device is listed everywhere for its user, and a device revoked elsewhere ends its subscription at its next start', async ({
  page,
  context,
  elsewhere,
}) => {
  const line = await withAlerts(page, context)
  const own = (await readRegistration(page))?.deviceId ?? ''
  const other = await elsewhere('admin')
  expect((await devicesOf(other)).map(({ id }) => id)).toContain(own)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible()
  await other.page.goto(thisDevice)
  const listed = other.page.getByRole('list', { name: 'Devices that get alerts' })
  await expect(listed).toBeVisible()
  const before = await listed.getByRole('listitem').count()
  await listed
    .getByRole('button', { name: /^Revoke/ })
    .first()
    .click()
  await expect(listed.getByRole('listitem')).toHaveCount(before - 1)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Turn on alerts on this device' })).toBeVisible()
  await expect.poll(() => line.subscribed()).toBeNull()
})

test('sign-out ends alerts on the device and the server and leaves nothing of them', async ({
  page,
  context,
  elsewhere,
}) => {
  const line = await withAlerts(page, context)
  const own = (await readRegistration(page))?.deviceId ?? ''
  await line.push(messageFor(own, '3 new hiring surges'))
  await expect.poll(async () => (await noticesShown(page)).length).toBe(1)
  const { names } = await readBrowserStores(context, [page])
  const unknown = Object.entries(names).flatMap(([kind, list]) =>
    list.filter((name) => !storeOf(kind as StoreKind, name)).map((name) => `${kind}: ${name}`),
  )
  expect(unknown).toEqual([])
  const other = await elsewhere('admin')
  expect((await devicesOf(other)).map(({ id }) => id)).toContain(own)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/sign-in\?action=sign-out/)
  await expect(page.getByLabel('Work email')).toBeVisible()
  expect(line.subscribed()).toBeNull()
  await expect.poll(async () => (await devicesOf(other)).map(({ id }) => id)).not.toContain(own)
  const stored = await readBrowserStores(context, [page])
  expect(stored.notices).toBe(0)
  expect(stored.names.cache).not.toContain('fieldbook-data-push')
  expect(stored.text).not.toContain(own)

  await line.push(messageFor(own, '3 new hiring surges'))
  await expect
    .poll(async () => (await noticesShown(page)).map(({ title }) => title))
    .toEqual([neutral])
  expect((await readBrowserStores(context)).names.cache).not.toContain('fieldbook-data-push')
})
