import { expect, test, type BrowserContext, type Page, type Route } from '@playwright/test'
import { leaveTraces, readBrowserStores } from '../kit/journeys/browser-stores.ts'
import { signIn } from '../kit/journeys/people.ts'
import { reportPromise } from '../kit/reliability.ts'

/** SHARED_TABLET_ROUNDS=100 is the full volume. */
const rounds = Number(process.env['SHARED_TABLET_ROUNDS'] ?? 2)

const people = [
  {
    member: 'admin',
    markers: ['Harbour Advisory', 'alex@harbour.example'],
    canary: 'canary-quokka',
  },
  {
    member: 'otherAdmin',
    markers: ['Southern Cross Leads', 'kiri@southern.example'],
    canary: 'canary-numbat',
  },
] as const
type Person = (typeof people)[number]

/** Tests what is shown, not how soon: a hundred rounds can meet a busy machine. */
const patience = 45_000
const counted = (page: Page) => page.getByRole('tab', { name: /^Companies [\d,]+/ })

test.use({ viewport: { width: 390, height: 844 }, permissions: ['notifications'] })

test('a shared tablet shows nothing of the previous user, whose responses are still on their way', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000 + rounds * 60_000)
  const line = await slowLine(context)
  const watched = await watch(context)
  await signIn(page, people[0].member)
  for (let round = 0; round < rounds; round += 1) {
    const [before, after] = round % 2 === 0 ? people : ([people[1], people[0]] as const)
    const tabs = [page, await context.newPage()]
    await work(tabs, before)
    line.hold()
    for (const tab of tabs) await tab.evaluate(askForEverything)
    await expect.poll(() => line.pendingCount(), `round ${round}`).toBeGreaterThan(tabs.length)

    await logOut(page)
    // Until every tab has ended, the previous user may still send requests.
    for (const tab of tabs) {
      await expect(tab).toHaveURL(/\/sign-in\?action=sign-out/)
      await expect(tab.getByLabel('Work email')).toBeVisible()
    }
    const left = tokensOf(watched.tokens)
    watched.since(before)
    line.pass()
    await signIn(page, after.member)
    await line.deliver()
    await page.goto('/dashboard/search/new')
    await expect(counted(page)).toBeVisible({ timeout: patience })

    expect(watched.seen, `round ${round}: shown`).toEqual([])
    const sentAs = tokensOf(watched.tokens.slice(left.length))
    expect(new Set(sentAs).size, `round ${round}: people whose tokens were sent`).toBe(1)
    const stored = await readBrowserStores(context, [page])
    for (const marker of [...before.markers, before.canary])
      expect(stored.text.includes(marker), `round ${round}: kept ${marker}`).toBe(false)
    await tabs[1]?.close()
  }
  reportPromise({
    promise: 'I16',
    check: 'a tablet passed from one member to another with replies still on their way',
    volume: rounds,
    goal: 500,
    figures: { leaks: 0 },
  })
})

const work = async (tabs: Page[], { markers, canary }: Person) => {
  for (const tab of tabs) {
    await tab.goto('/dashboard/search/new')
    await expect(counted(tab)).toBeVisible({ timeout: patience })
    await leaveTraces(tab, `${canary} ${markers[0]}`)
  }
}

/** In the browser. */
const askForEverything = () => {
  for (const tab of document.querySelectorAll<HTMLElement>('[role=tab]')) tab.click()
}

const logOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'More' }).click()
  // The sign-in form may show before the reload that ends sign-out.
  const reload = page.waitForEvent('domcontentloaded')
  await page.getByRole('button', { name: 'Log out' }).click()
  await reload
  await expect(page.getByLabel('Work email')).toBeVisible()
  await expect(page).toHaveURL(/\/sign-in\?action=sign-out/)
}

/** Delays answers of the API, and delivers them when another user may be signed in. */
const slowLine = async (context: BrowserContext) => {
  let holds = false
  let pending: (() => Promise<void>)[] = []
  await context.route('**/api/**', async (route: Route) => {
    if (!holds) return route.continue()
    const response = await route.fetch()
    // The page may have closed.
    pending.push(() => route.fulfill({ response }).catch(() => undefined))
  })
  return {
    hold: () => (holds = true),
    pass: () => (holds = false),
    pendingCount: () => pending.length,
    deliver: async () => {
      await Promise.all(pending.map((answer) => answer()))
      pending = []
    },
  }
}

/** Records every text of the previous user that appears on any page after they left, and whose tokens are sent. */
const watch = async (context: BrowserContext) => {
  const seen: string[] = []
  const tokens: string[] = []
  let previous: Person | null = null
  await context.exposeBinding('appeared', (_source, text: string) => {
    for (const marker of previous?.markers ?? []) if (text.includes(marker)) seen.push(marker)
  })
  await context.addInitScript(() => {
    const report: unknown = Reflect.get(window, 'appeared')
    const look = () => {
      if (typeof report === 'function') report(document.documentElement.innerText)
    }
    addEventListener('DOMContentLoaded', () =>
      new MutationObserver(look).observe(document.documentElement, {
        childList: true,
        subtree: true,
        characterData: true,
      }),
    )
  })
  context.on('request', (request) => {
    const token = request.headers()['authorization']
    if (token !== undefined) tokens.push(token)
  })
  return { seen, tokens, since: (person: Person) => (previous = person) }
}

const tokensOf = (tokens: string[]): string[] =>
  tokens.map((token) => {
    const claims: unknown = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
    )
    return typeof claims === 'object' && claims !== null && 'sub' in claims
      ? String(claims.sub)
      : ''
  })
