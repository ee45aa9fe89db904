import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect as expectSoon, type Page } from '@playwright/test'
import { z } from 'zod'
import { expectAccessible } from '../kit/journeys/accessibility.ts'
import { test, type Colleague } from '../kit/journeys/unreliable-network.ts'
import { signIn, watchFor } from '../kit/journeys/people.ts'
import { noticesShown, pressNotice, usePushService } from '../kit/journeys/push.ts'
import { dayOf } from '../../contract/core/days.ts'

const exec = promisify(execFile)
// A busy worker is slow; a short timeout would prove nothing.
const expect = expectSoon.configure({ timeout: 30_000 })
const run = randomUUID().slice(0, 8)
const agent = `Hiring surge, WA ${run}`

const Found = z.object({
  records: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      hq: z.optional(z.object({ state: z.optional(z.string()) })),
    }),
  ),
})

const companyIn = async ({ call }: Colleague, state: string) => {
  const { records } = Found.parse(
    await call('POST', '/records', {
      category: 'company',
      size: 100,
      filters: { location: [`AU/${state}`] },
    }),
  )
  const company = records.find(({ hq }) => hq?.state === state)
  if (!company) throw new Error(`No company is at home in ${state}`)
  return company
}

const surgeAt = (company: { id: string; name: string }) => ({
  key: `${run} ${company.id}`,
  category: 'company',
  slug: 'hiring_surge',
  title: `${company.name} hires for ${run}`,
  summary: 'Twelve roles were opened in a week.',
  why_now: 'Companies that hire this many often buy equipment now.',
  event_date: dayOf(new Date()),
  company: { id: company.id },
  metrics: { open_roles: 12, baseline: 2, change_pct: 500 },
  source: {
    name: 'Example hiring feed',
    url: `https://hiring.example/${run}/${company.id}`,
    published_at: null,
  },
  score: [{ label: 'Roles opened beside the twelve weeks before', points: 95 }],
})

const bringIn = async (signals: readonly object[]): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbook-feed-'))
  const file = join(folder, 'feed.ndjson')
  writeFileSync(file, signals.map((signal) => JSON.stringify(signal)).join('\n'))
  const { stdout } = await exec(process.execPath, ['scripts/signals.mjs', 'import', file])
  rmSync(folder, { recursive: true, force: true })
  return stdout
}

const turnIntent = (on: boolean) =>
  exec(process.execPath, [
    'scripts/flags.mjs',
    'set',
    `signal-intent=${on ? 'on' : 'off'}`,
    '--for',
    'Harbour Advisory',
  ])

/** Other agents may notify meanwhile. */
const atTheBell = async (page: Page) => {
  await page.getByRole('button', { name: /^Notifications/ }).click()
  return page.getByRole('dialog', { name: 'Notifications' }).getByRole('link', { name: agent })
}

const expectAtSecond = ({ page }: Colleague, name: RegExp) =>
  expect(async () => {
    await page.reload()
    await expect(await atTheBell(page)).toHaveAccessibleName(name, { timeout: 10_000 })
  }).toPass()

test("Journey 8: an agent's notification reaches the lock screen, opens its signals, and is read on every device", async ({
  page,
  context,
  elsewhere,
}) => {
  const { faults } = watchFor(page)
  await context.grantPermissions(['notifications'])
  const line = await usePushService(context, page)
  const second = await elsewhere('admin')
  const [inside, outside] = [await companyIn(second, 'WA'), await companyIn(second, 'VIC')]
  await signIn(page)

  await test.step('creates an agent and turns on alerts for this device', async () => {
    await page.goto('/dashboard/signals?agents')
    await page.getByRole('link', { name: 'New agent' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(agent)
    await page.getByRole('button', { name: 'Hiring surge' }).click()
    await page.getByRole('button', { name: 'Location' }).click()
    await page.getByRole('textbox', { name: 'Find: Location' }).fill('Western Australia')
    await page.getByRole('checkbox', { name: /^Western Australia/ }).click()
    await page.getByRole('radio', { name: 'Every morning at 7:30 am' }).click()
    await page.getByRole('button', { name: 'Turn on alerts on this device' }).click()
    await expect(
      page.getByText('You’ll get an alert here when an agent finds new signals.'),
    ).toBeVisible()
    await expect(
      page.getByText(/In the last 90 days: [\d,]+ signals?, [\d,]+ alerts?/).first(),
    ).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create agent' }).click()
    const agentItem = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: agent })
    await expect(agentItem).toContainText('Hiring surges; location: Western Australia.')
    await expect(agentItem).not.toContainText(/Not synced yet|Syncing/)
    await expectAccessible(page)
  })

  await test.step('notifies about newer data', async () => {
    expect(await bringIn([surgeAt(inside), surgeAt(outside)])).toContain('2 signals added')
    await page.getByRole('link', { name: agent }).click()
    await expect(async () => {
      await page.getByRole('button', { name: 'Run now' }).click()
      await expect(page.getByText(/Found \d+ new signals?/).first()).toBeVisible({
        timeout: 2_000,
      })
    }).toPass()
    await expect.poll(() => line.waiting()).not.toEqual([])
    const messages = await line.waiting()
    // A message that showed nothing is delivered again, as a push service does.
    await expect(async () => {
      for (const { text } of messages) await line.push(text)
      await expect
        .poll(async () => (await noticesShown(page)).map(({ title }) => title), { timeout: 5_000 })
        .toEqual([expect.stringMatching(/^\d+ new hiring surges?/)])
    }).toPass()
  })

  await test.step('shows the notification on the second device', async () => {
    await expectAtSecond(second, /^New: /)
  })

  await test.step('opens its signals and their source when pressed', async () => {
    await pressNotice(context)
    await expect(page).toHaveURL(/\/dashboard\/signals\?.*run=/)
    await expect(page.getByText(`“${agent}”`)).toBeVisible()
    await page.getByRole('button', { name: surgeAt(inside).title, exact: true }).click()
    const { url } = surgeAt(inside).source
    await expect(page.locator(`a[href="${url}"]`)).toBeVisible()
    await expect(page.getByText(surgeAt(outside).title)).toHaveCount(0)
  })

  await test.step('marks it as read on the second device when read in the bell', async () => {
    const notice = await atTheBell(page)
    await expect(notice).toHaveAccessibleName(/^New: /)
    await expectAccessible(page)
    await notice.click()
    await expect(await atTheBell(page)).not.toHaveAccessibleName(/^New: /)
    await expectAtSecond(second, /^\d+ new hiring surge/)
  })

  await test.step('removes it from the second device when deleted', async () => {
    await page.goto('/dashboard/signals?agents')
    await page.getByRole('button', { name: `Actions for ${agent}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByText(`“${agent}” deleted.`)).toBeVisible()
    await expect
      .poll(() => second.call('GET', '/signals/agents'))
      .not.toMatchObject({
        agents: expect.arrayContaining([expect.objectContaining({ name: agent })]),
      })
  })
  expect(faults).toEqual([])
})

test('Journey 8: a flag adds and removes the Intent tab, and changes the prefix of the endpoint', async ({
  page,
}) => {
  await signIn(page)
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('/signals/records')) paths.push(pathname)
  })
  const openSignals = async (): Promise<string[]> => {
    paths.length = 0
    await page.goto('/dashboard/signals')
    await expect(page.getByRole('tab', { name: 'Companies' })).toBeVisible()
    await expect.poll(() => paths).not.toEqual([])
    return [...new Set(paths)]
  }
  const intent = page.getByRole('tab', { name: 'Intent' })
  expect(await openSignals()).toEqual(['/api/targeting/signals/records'])
  await expect(intent).toHaveCount(0)
  await turnIntent(true)
  try {
    // The page revalidates its flags at each start, and renders the stored ones until then.
    await expect(async () => {
      expect((await openSignals()).at(-1)).toBe('/api/core/signals/records')
      await expect(intent).toBeVisible({ timeout: 2_000 })
    }).toPass()
  } finally {
    await turnIntent(false)
  }
  await expect(async () => {
    expect((await openSignals()).at(-1)).toBe('/api/targeting/signals/records')
    await expect(intent).toHaveCount(0, { timeout: 2_000 })
  }).toPass()
})
