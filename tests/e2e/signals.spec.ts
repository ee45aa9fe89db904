import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect as expectSoon, type Page } from '@playwright/test'
import { z } from 'zod'
import { expectForAll } from '../kit/journeys/for-all.ts'
import { test, type Colleague } from '../kit/journeys/on-the-road.ts'
import { signIn, watchFor } from '../kit/journeys/people.ts'
import { noticesShown, pressNotice, usePushService } from '../kit/journeys/push.ts'

const exec = promisify(execFile)
// A worker that is busy with others takes its time; nothing is proven by giving up early.
const expect = expectSoon.configure({ timeout: 30_000 })
// Each run leaves its own agent and its own news.
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

/** A company whose head office, where its signals happen, is in a state. */
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

/** A surge of hiring at a company, as a bought feed would tell it today. */
const surgeAt = (company: { id: string; name: string }) => ({
  key: `${run} ${company.id}`,
  category: 'company',
  slug: 'hiring_surge',
  title: `${company.name} hires for ${run}`,
  summary: 'Twelve roles were opened in a week.',
  why_now: 'Whoever hires this many buys equipment for them now.',
  event_date: new Date().toISOString().slice(0, 10),
  company: { id: company.id },
  metrics: { open_roles: 12, baseline: 2, change_pct: 500 },
  source: {
    name: 'Example hiring feed',
    url: `https://hiring.example/${run}/${company.id}`,
    published_at: null,
  },
  score: [{ label: 'Roles opened beside the twelve weeks before', points: 95 }],
})

/** Brings signals in by the command line, as whoever runs the installation would. */
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
    'Harbour Advisory',
    `signal-intent=${on ? 'on' : 'off'}`,
  ])

/** What the bell says of the agent's notice; other agents may ring meanwhile. */
const atTheBell = async (page: Page) => {
  await page.getByRole('button', { name: /^Notifications/ }).click()
  return page.getByRole('dialog', { name: 'Notifications' }).getByRole('link', { name: agent })
}

/** Makes a device that is looked at again ask, and looks at its bell. */
const expectAtSecond = ({ page }: Colleague, name: RegExp) =>
  expect(async () => {
    await page.reload()
    await expect(await atTheBell(page)).toHaveAccessibleName(name, { timeout: 10_000 })
  }).toPass()

test('Journey 8: an agent tells of newer data on the lock screen; what it tells opens, and is read everywhere', async ({
  page,
  context,
  elsewhere,
}) => {
  test.setTimeout(240_000)
  const { faults } = watchFor(page)
  await context.grantPermissions(['notifications'])
  const line = await usePushService(context, page)
  const second = await elsewhere('admin')
  const [inside, outside] = [await companyIn(second, 'WA'), await companyIn(second, 'VIC')]
  await signIn(page)

  await test.step('an agent is made, and alerts are turned on for this device', async () => {
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
    await expectForAll(page)
    await page.getByRole('button', { name: 'Create agent' }).click()
    const made = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: agent })
    await expect(made).toContainText('Hiring surges; location: Western Australia.')
    await expect(made).not.toContainText(/Not synced yet|Syncing/)
    await expectForAll(page)
  })

  await test.step('newer data arrives, and the agent tells of what is new to it', async () => {
    expect(await bringIn([surgeAt(inside), surgeAt(outside)])).toContain('2 signals added')
    await page.getByRole('link', { name: agent }).click()
    await expect(async () => {
      await page.getByRole('button', { name: 'Run now' }).click()
      await expect(page.getByText(/Found \d+ new signals?/).first()).toBeVisible({
        timeout: 2_000,
      })
    }).toPass()
    await expect.poll(() => line.waiting()).not.toEqual([])
    await line.deliver()
    await expect
      .poll(async () => (await noticesShown(page)).map(({ title }) => title))
      .toEqual([expect.stringMatching(/^\d+ new hiring surges?/)])
  })

  await test.step('the second device knows of it too', async () => {
    await expectAtSecond(second, /^New: /)
  })

  await test.step('pressed, it leads to its signals and to where they come from', async () => {
    await pressNotice(context)
    await expect(page).toHaveURL(/\/dashboard\/signals\?.*run=/)
    await expect(page.getByText(`“${agent}”`)).toBeVisible()
    await page.getByRole('button', { name: surgeAt(inside).title, exact: true }).click()
    const { url } = surgeAt(inside).source
    await expect(page.locator(`a[href="${url}"]`)).toBeVisible()
    await expect(page.getByText(surgeAt(outside).title)).toHaveCount(0)
  })

  await test.step('what is read at the bell is read on the second device', async () => {
    const notice = await atTheBell(page)
    await expect(notice).toHaveAccessibleName(/^New: /)
    await expectForAll(page)
    await notice.click()
    await expect(await atTheBell(page)).not.toHaveAccessibleName(/^New: /)
    await expectAtSecond(second, /^\d+ new hiring surge/)
  })

  await test.step('deleted, it is gone on the second device', async () => {
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

test('Journey 8: switching a flag adds and takes away the Intent tab, and changes the prefix of the call', async ({
  page,
}) => {
  await signIn(page)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('/signals/records')) asked.push(pathname)
  })
  const openSignals = async (): Promise<string[]> => {
    asked.length = 0
    await page.goto('/dashboard/signals')
    await expect(page.getByRole('tab', { name: 'Companies' })).toBeVisible()
    await expect.poll(() => asked).not.toEqual([])
    return [...new Set(asked)]
  }
  const intent = page.getByRole('tab', { name: 'Intent' })
  expect(await openSignals()).toEqual(['/api/targeting/signals/records'])
  await expect(intent).toHaveCount(0)
  await turnIntent(true)
  try {
    // What the page knew of its flags is asked anew at each start, and drawn with what it knew until then.
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
