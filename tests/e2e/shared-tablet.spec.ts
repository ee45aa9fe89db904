import { expect, test, type BrowserContext, type Page, type Route } from '@playwright/test'
import { leaveTraces, readKept } from '../kit/journeys/kept.ts'
import { signIn } from '../kit/journeys/people.ts'
import { reportPromise } from '../kit/reliability.ts'

/** How often the tablet is handed on: there and back, and in the long form SHARED_TABLET_ROUNDS=100. */
const rounds = Number(process.env['SHARED_TABLET_ROUNDS'] ?? 2)

const people = [
  { who: 'admin', words: ['Harbour Advisory', 'alex@harbour.example'], canary: 'canary-quokka' },
  {
    who: 'otherAdmin',
    words: ['Southern Cross Leads', 'kiri@southern.example'],
    canary: 'canary-numbat',
  },
] as const
type Person = (typeof people)[number]

/** What is shown counts here and not how soon: a hundred rounds meet a busy machine. */
const patience = 45_000
const counted = (page: Page) => page.getByRole('tab', { name: /^Companies [\d,]+/ })

test.use({ viewport: { width: 390, height: 844 }, permissions: ['notifications'] })

test('a tablet that is handed on shows nothing of the one before, whose replies are still on their way', async ({
  page,
  context,
}) => {
  test.setTimeout(60_000 + rounds * 60_000)
  const line = await slowLine(context)
  const watched = await watch(context)
  await signIn(page, people[0].who)
  for (let round = 0; round < rounds; round += 1) {
    const [before, after] = round % 2 === 0 ? people : ([people[1], people[0]] as const)
    const tabs = [page, await context.newPage()]
    await work(tabs, before)
    line.hold()
    for (const tab of tabs) await tab.evaluate(askForEverything)
    await expect.poll(() => line.held(), `round ${round}`).toBeGreaterThan(tabs.length)

    await logOut(page)
    // Until then the one before may still send something of theirs.
    const left = tokensOf(watched.tokens)
    watched.since(before)
    line.pass()
    await signIn(page, after.who)
    await line.deliver()
    await page.goto('/dashboard/search/new')
    await expect(counted(page)).toBeVisible({ timeout: patience })

    expect(watched.seen, `round ${round}: shown`).toEqual([])
    const sentAs = tokensOf(watched.tokens.slice(left.length))
    expect(new Set(sentAs).size, `round ${round}: people whose tokens were sent`).toBe(1)
    const kept = await readKept(context, [page])
    for (const word of [...before.words, before.canary])
      expect(kept.text.includes(word), `round ${round}: kept ${word}`).toBe(false)
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

/** Both tabs at work, with something of theirs in every store. */
const work = async (tabs: Page[], { words, canary }: Person) => {
  for (const tab of tabs) {
    await tab.goto('/dashboard/search/new')
    await expect(counted(tab)).toBeVisible({ timeout: patience })
    await leaveTraces(tab, `${canary} ${words[0]}`)
  }
}

/** In the browser: presses what asks the server for something. */
const askForEverything = () => {
  for (const tab of document.querySelectorAll<HTMLElement>('[role=tab]')) tab.click()
}

const logOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'More' }).click()
  // The sign-in form may stand before the page is loaded anew, which ends signing out.
  const anew = page.waitForEvent('domcontentloaded')
  await page.getByRole('button', { name: 'Log out' }).click()
  await anew
  await expect(page.getByLabel('Work email')).toBeVisible()
  await expect(page).toHaveURL(/\/sign-in\?action=sign-out/)
}

/** Answers of the API that are held back, and delivered when somebody else may be there. */
const slowLine = async (context: BrowserContext) => {
  let holds = false
  let held: (() => Promise<void>)[] = []
  await context.route('**/api/**', async (route: Route) => {
    if (!holds) return route.continue()
    const response = await route.fetch()
    // Nobody may be left to deliver it to.
    held.push(() => route.fulfill({ response }).catch(() => undefined))
  })
  return {
    hold: () => (holds = true),
    pass: () => (holds = false),
    held: () => held.length,
    deliver: async () => {
      await Promise.all(held.map((answer) => answer()))
      held = []
    },
  }
}

/** Notes every text of the person before that appears on any page after they left, and whose tokens are sent. */
const watch = async (context: BrowserContext) => {
  const seen: string[] = []
  const tokens: string[] = []
  let gone: Person | null = null
  await context.exposeBinding('appeared', (_source, text: string) => {
    for (const word of gone?.words ?? []) if (text.includes(word)) seen.push(word)
  })
  await context.addInitScript(() => {
    const tell: unknown = Reflect.get(window, 'appeared')
    const look = () => {
      if (typeof tell === 'function') tell(document.documentElement.innerText)
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
  return { seen, tokens, since: (person: Person) => (gone = person) }
}

/** The person each token names. */
const tokensOf = (tokens: string[]): string[] =>
  tokens.map((token) => {
    const claims: unknown = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
    )
    return typeof claims === 'object' && claims !== null && 'sub' in claims
      ? String(claims.sub)
      : ''
  })
