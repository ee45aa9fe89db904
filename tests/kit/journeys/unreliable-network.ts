import { test as base, type BrowserContext, type Page } from '@playwright/test'
import { openLine, type Line, type Lose } from '../network.ts'
import { signIn, type DemoUser } from './people.ts'

export type Road = Line & {
  leadTo: (port: number) => void
  heal: () => Promise<void>
}

/**
 * A TCP connection that can be cut, slowed and made lossy. The address stays the product's, so cookies, policies and the worker
 * are unchanged; 127.0.0.1 is the same product without the unreliable connection.
 */
export const test = base.extend<
  { elsewhere: (user: DemoUser) => Promise<Colleague> },
  { road: Road; behind: number }
>({
  behind: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what is needed here.
    async ({}, use) => use(Number(new URL(process.env['FIELDBOOK_URL'] ?? '').port)),
    { scope: 'worker' },
  ],
  road: [
    async ({ behind }, use) => {
      let target = behind
      const line = await openLine(() => target)
      const leadTo = (port: number) => void (target = port)
      await use({
        ...line,
        leadTo,
        heal: () => {
          leadTo(behind)
          return line.become('free')
        },
      })
      await line.close()
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, road, behind }, use) =>
      use({
        ...launchOptions,
        args: [
          ...(launchOptions.args ?? []),
          `--host-resolver-rules=MAP localhost:${behind} 127.0.0.1:${road.port}`,
        ],
      }),
    { scope: 'worker' },
  ],
  elsewhere: async ({ browser, behind }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (user) => {
      const context = await browser.newContext({ baseURL: `http://127.0.0.1:${behind}` })
      contexts.push(context)
      return colleague(context, user)
    })
    for (const context of contexts) await context.close()
  },
})

export type Colleague = {
  page: Page
  /** Rejects with the server's refusal. */
  call: (method: string, path: string, input?: object) => Promise<unknown>
}

export const colleague = async (context: BrowserContext, user: DemoUser): Promise<Colleague> => {
  const page = await context.newPage()
  await signIn(page, user)
  // Requests need an active organisation.
  await page.waitForFunction(() => {
    const clerk = Reflect.get(window, 'Clerk') as { organization?: unknown } | undefined
    return Boolean(clerk?.organization)
  })
  return {
    page,
    call: (method, path, input) =>
      page.evaluate(
        async ({ method, path, input }) => {
          const { session } = Reflect.get(window, 'Clerk') as {
            session: { getToken: () => Promise<string> }
          }
          const reply = await fetch(`/api${path}`, {
            method,
            headers: {
              authorization: `Bearer ${await session.getToken()}`,
              'idempotency-key': crypto.randomUUID(),
              ...(input === undefined ? {} : { 'content-type': 'application/json' }),
            },
            ...(input === undefined ? {} : { body: JSON.stringify(input) }),
          })
          const text = await reply.text()
          if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
          const answer: unknown = text === '' ? null : JSON.parse(text)
          return answer
        },
        { method, path, input },
      ),
  }
}

/**
 * Half before the server receives a request and half after its answer. The fate of the nth request to an address depends only on
 * the seed, so that a run repeats whatever the order of its requests.
 */
export const losing = (share: number, seed: number): Lose => {
  const seen = new Map<string, number>()
  return (request) => {
    const nth = (seen.get(request) ?? 0) + 1
    seen.set(request, nth)
    const drawn = drawnFrom(`${seed} ${request} ${nth}`)
    if (drawn >= share) return undefined
    return drawn < share / 2 ? 'before' : 'after'
  }
}

/** The same for the same text (FNV-1a with a final mix, so that similar texts differ). */
const drawnFrom = (text: string): number => {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash ^ (hash >>> 13)) >>> 0) / 4_294_967_296
}

/** Resolves once the app is in sight, without the snapshot of the last screen, which holds the same texts. */
export const snapshotRemoved = (page: Page): Promise<void> =>
  page.locator('#last-screen').waitFor({ state: 'detached' })

/** Resolves once the app would open here offline. */
export const workerReady = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active === null) throw new Error('no worker')
    if (active.state !== 'activated')
      await new Promise((resolve) => {
        active.addEventListener('statechange', () => active.state === 'activated' && resolve(true))
      })
  })
