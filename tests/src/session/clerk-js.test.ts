import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterEach, expect, test, vi } from 'vitest'
import { CLERK_JS_BASE, clerkJsPrecache } from '../../../scripts/clerk-js-assets.ts'
import { CLERK_JS_URL, deferScreens, startInOwnTask } from '../../../src/session/clerk-js.ts'

afterEach(() => vi.unstubAllGlobals())

test('the page loads the version of clerk-js that is installed and precached', () => {
  expect(CLERK_JS_URL).toBe(`${CLERK_JS_BASE}clerk.browser.js`)
  expect(clerkJsPrecache()).toHaveLength(15)
  expect(clerkJsPrecache()[0]).toBe(CLERK_JS_URL)
})

test('the installed clerk-js and clerk-react still have the internal name that delays screens', () => {
  const require = createRequire(import.meta.url)
  const script = document.createElement('script')
  script.type = 'inert'
  script.dataset['clerkPublishableKey'] = `pk_live_${btoa('clerk.fieldbook.example$')}`
  script.dataset['clerkProxyUrl'] = '/__clerk'
  script.src = `http://localhost:3000${CLERK_JS_URL}`
  document.head.append(script)
  require('@clerk/clerk-js/dist/clerk.browser.js')

  const clerk: unknown = Reflect.get(globalThis, 'Clerk')
  expect(clerk).toMatchObject({ mountSignIn: expect.any(Function) })
  expect(typeof clerk === 'object' && clerk && deferScreens(clerk)).toBe(true)
  const react = readFileSync(require.resolve('@clerk/clerk-react'), 'utf8')
  expect(react.split('__unstable__updateProps({ appearance:')).toHaveLength(2)
})

test('clerk-js gets its pending props once, when the first screen is shown', () => {
  const { clerk, calls } = fakeClerk()
  expect(deferScreens(clerk)).toBe(true)
  clerk.__unstable__updateProps({ appearance: 'a' })
  clerk.__unstable__updateProps({ options: 'o' })
  expect(calls).toEqual([])

  clerk.mountSignIn('node')
  clerk.openUserProfile()
  expect(calls).toEqual(['mountSignIn node', 'announce {"appearance":"a","options":"o"}', 'open'])

  clerk.__unstable__updateProps({ appearance: 'b' })
  expect(calls.at(-1)).toBe('announce {"appearance":"b"}')
})

test('a clerk-js without the internal name stays unchanged', () => {
  const clerk = { mountSignIn: () => 'mounted' }
  const { mountSignIn } = clerk
  expect(deferScreens(clerk)).toBe(false)
  expect(clerk.mountSignIn).toBe(mountSignIn)
})

test('clerk-js starts when the browser schedules a task for it', async () => {
  const turns: (() => void)[] = []
  const nextTurn = (): Promise<void> => new Promise((go) => turns.push(go))
  vi.stubGlobal('scheduler', { yield: nextTurn })
  const done: string[] = []
  const clerk = {
    load: async (options?: { signInUrl?: string }) => void done.push(`load ${options?.signInUrl}`),
  }
  startInOwnTask(clerk)
  const loading = clerk.load({ signInUrl: '/sign-in' })
  expect(done).toEqual([])
  turns.shift()?.()
  await loading
  expect(done).toEqual(['load /sign-in'])
})

function fakeClerk() {
  const calls: string[] = []
  const clerk = {
    __unstable__updateProps: (props: object) =>
      void calls.push(`announce ${JSON.stringify(props)}`),
    mountSignIn: (node: string) => void calls.push(`mountSignIn ${node}`),
    openUserProfile: () => void calls.push('open'),
    unmountSignIn: () => undefined,
  }
  return { clerk, calls }
}
