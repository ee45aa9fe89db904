import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { api } from '../../contract/api.ts'
import { CLERK_JS_URL } from '../../src/session/clerk-js.ts'
import { mayHaveSession } from '../../src/session/mode.ts'

const page = readFileSync(new URL('../../index.html', import.meta.url), 'utf8')
const script = /<script>([^]*?)<\/script>/.exec(page)?.[1] ?? ''

type Link = { rel: string; href: string; fetchPriority?: string }

/** `kept` is on the device. */
const runAt = (
  address: string,
  storage: Record<string, string> | 'refused' = {},
  early: unknown = [],
  more: Record<string, unknown> = {},
) => {
  const [path = '', search] = address.split('?')
  const location = { pathname: path, search: search === undefined ? '' : `?${search}` }
  const dataset: Record<string, string> = {}
  const links: Link[] = []
  let painted = (_name: string): void => undefined
  class PerformanceObserver {
    #callback: (list: unknown, self: { disconnect: () => void }) => void
    constructor(callback: (list: unknown, self: { disconnect: () => void }) => void) {
      this.#callback = callback
    }
    observe() {
      painted = (name) => {
        const list = { getEntriesByName: (entryName: string) => (entryName === name ? [name] : []) }
        this.#callback(list, { disconnect: () => undefined })
      }
    }
  }
  const filled = script.replace('location.pathname, [])', () => {
    return `location.pathname, ${JSON.stringify(early)})`
  })
  runInNewContext(filled, {
    document: {
      documentElement: { dataset },
      createElement: () => ({}),
      head: { append: (link: Link) => links.push(link) },
    },
    location,
    history: {
      replaceState: (_state: null, _title: string, href: string) => {
        const [pathname = '', rest] = href.split('?')
        Object.assign(location, { pathname, search: rest === undefined ? '' : `?${rest}` })
      },
    },
    localStorage: {
      getItem: (key: string) => {
        if (storage === 'refused') throw new Error('storage is refused')
        return storage[key] ?? null
      },
    },
    addEventListener: () => undefined,
    indexedDB: {},
    PerformanceObserver,
    navigator: {},
    fetch: (href: string) => {
      links.push({ rel: 'fetch', href })
      return Promise.reject(new TypeError('Failed to fetch'))
    },
    window: { PerformancePaintTiming: true },
    ...more,
  })
  return { dataset, links, location, paint: (name = 'first-contentful-paint') => painted(name) }
}

const countReloads = async ({
  fails = 0,
  requested = [],
  store = new Map(),
  type = 'module',
}: {
  fails?: number
  requested?: string[]
  store?: Map<string, string> | null
  type?: string
}): Promise<number> => {
  let reloads = 0
  let onError = (_event: { target: { type: string; src: string } }): void => undefined
  const location = { pathname: '/dashboard', search: '', reload: () => (reloads += 1) }
  runAt('/dashboard', {}, [], {
    location,
    addEventListener: (_name: string, listener: typeof onError) => (onError = listener),
    sessionStorage: {
      getItem: (key: string) => {
        if (store === null) throw new Error('storage is refused')
        return store.get(key) ?? null
      },
      setItem: (key: string, value: number) => store?.set(key, String(value)),
    },
    fetch: (file: string) => {
      requested.push(file)
      return requested.length > fails
        ? Promise.resolve({ arrayBuffer: () => Promise.resolve(new ArrayBuffer()) })
        : Promise.reject(new TypeError('Failed to fetch'))
    },
    setTimeout: (run: (file: string) => void, _ms: number, file: string) => run(file),
  })
  // The scripts that import it fail with it.
  for (const src of ['/assets/app.js', '/assets/vendor.js']) onError({ target: { type, src } })
  await new Promise((done) => setTimeout(done))
  return reloads
}

const known = { 'fieldbook.identity': '{}' }

describe('the placeholder before the app', () => {
  test.each([
    ['/sign-in', {}, 'alone'],
    ['/sign-in/factor-one', known, 'alone'],
    ['/sign-up', {}, 'alone'],
    ['/dashboard', {}, 'logo'],
    ['/dashboard/search/new', known, 'frame'],
    ['/dashboard/plan-selection', known, 'logo'],
    ['/dashboard/create-company', known, 'logo'],
    ['/maintenance', known, 'logo'],
    ['/privacy', known, 'logo'],
  ])('at %s with %o on the device: %s', (path, storage, first) => {
    expect(runAt(path, storage).dataset['first']).toBe(first)
  })

  test('shows the logo when storage is refused or damaged', () => {
    expect(runAt('/dashboard', 'refused').dataset['first']).toBeUndefined()
    expect(runAt('/dashboard', { 'fieldbook.ui': '{' }).dataset['first']).toBeUndefined()
  })

  test("has the device's theme and row height from the first paint", () => {
    const looks = JSON.stringify({ theme: 'dark', density: 'comfortable' })
    expect(runAt('/dashboard', { 'fieldbook.ui': looks }).dataset).toMatchObject({
      theme: 'dark',
      density: 'comfortable',
    })
    expect(runAt('/dashboard').dataset).not.toHaveProperty('theme')
  })
})

describe('a start from the icon', () => {
  const identity = JSON.stringify({ userId: 'u1', orgId: 'o1' })
  const opened = (left: unknown, owner = 'u1.o1') => {
    const storage = {
      'fieldbook.identity': identity,
      [`fieldbook.place.${owner}`]: JSON.stringify(left),
    }
    const { pathname, search } = runAt('/dashboard?from=icon', storage).location
    return pathname + search
  }
  const href = '/dashboard/list?id=7'

  test('opens the last route', () => {
    expect(opened({ href, at: Date.now() - 3_600_000 })).toBe(href)
  })

  test('opens home after half a day, for another user, and without a safe last route', () => {
    expect(opened({ href, at: Date.now() - 46_800_000 })).toBe('/dashboard')
    expect(opened({ href, at: Date.now() }, 'u1.o2')).toBe('/dashboard')
    expect(opened({ href: 'https://elsewhere.example', at: Date.now() })).toBe('/dashboard')
    expect(opened({})).toBe('/dashboard')
  })

  test('keeps a requested address', () => {
    const storage = {
      'fieldbook.identity': identity,
      'fieldbook.place.u1.o1': JSON.stringify({ href, at: Date.now() }),
    }
    expect(runAt('/dashboard', storage).location.pathname).toBe('/dashboard')
  })
})

describe('early requests of the page', () => {
  const early = [
    ['', [], ['/assets/island.js', '/clerk-js/1/core.js'], ['/assets/device.js']],
    ['^/sign-in(/|$)', ['/assets/account.js'], [], []],
    ['^/dashboard/search/', ['/assets/search.js'], [], []],
  ]

  test('fetch sign-in files before the files of a screen that waits for the session', () => {
    const { links, paint } = runAt('/dashboard/search/new', {}, early)
    expect(links).toEqual([])
    paint()
    expect(links.map(({ href }) => href)).toEqual([
      '/assets/island.js',
      '/clerk-js/1/core.js',
      '/assets/search.js',
    ])
  })

  test("fetch the sign-in screen's files with the page, and Clerk's after the paint", () => {
    const { links, paint } = runAt('/sign-in', {}, early)
    paint('first-paint')
    expect(links.map(({ href }) => href)).toEqual(['/assets/account.js'])
    paint()
    expect(links.slice(1).map(({ rel, href }) => [rel, href])).toEqual([
      ['fetch', '/assets/island.js'],
      ['preload', '/clerk-js/1/core.js'],
    ])
    expect(links[2]?.fetchPriority).toBe('low')
  })

  test('preload modules that the worker has cached, which compiles them early', () => {
    const serviceWorker = { controller: {} }
    const { links } = runAt('/sign-in', {}, early, { navigator: { serviceWorker } })
    expect(links.map(({ rel }) => rel)).toEqual(['modulepreload'])
  })

  test("fetch the screen's files with the page and device files after the paint for a signed-in user, and leave sign-in to the app", () => {
    const { links, paint } = runAt('/dashboard/search/new', known, early)
    expect(links.map(({ href }) => href)).toEqual(['/assets/search.js'])
    paint()
    expect(links.map(({ href }) => href)).toEqual(['/assets/search.js', '/assets/device.js'])
  })
})

describe('an aborted script of the page', () => {
  test('is retried until it loads, and then the page reloads', async () => {
    const requested: string[] = []
    const reloads = await countReloads({ fails: 2, requested })
    expect(requested).toEqual(['/assets/app.js', '/assets/app.js', '/assets/app.js'])
    expect(reloads).toBe(1)
  })

  test('does not reload the page forever when the script loads but fails to run', async () => {
    const store = new Map<string, string>()
    let reloads = 0
    for (let start = 0; start < 8; start += 1) reloads += await countReloads({ store })
    expect(reloads).toBe(5)
  })

  test('reloads the page without storage, and ignores aborted pictures', async () => {
    expect(await countReloads({ store: null })).toBe(1)
    expect(await countReloads({ type: '' })).toBe(0)
  })
})

describe('early session requests without a known user', () => {
  const ask = [...page.matchAll(/<script>([^]*?)<\/script>/g)][1]?.[1] ?? ''
  const preloadsAt = (first: string | undefined, boot: unknown): string[] => {
    const links: Link[] = []
    runInNewContext(ask, {
      document: {
        documentElement: { dataset: { first } },
        getElementById: () => ({ textContent: JSON.stringify(boot) }),
        createElement: () => ({}),
        head: { append: (link: Link) => links.push(link) },
      },
    })
    return links.map(({ href }) => href)
  }
  const boot = { clerkProxyUrl: '/__clerk', deploymentId: 'd1' }

  const requestEarly = async (
    answer: unknown,
    around: { first?: string; cookie?: string; storage?: Record<string, string> } = {},
  ) => {
    const { first = 'logo', cookie = '__client_uat=1795173219', storage = {} } = around
    const requests: { path: string; headers: Record<string, string> }[] = []
    const window: { fieldbookEarly?: { client: Promise<unknown>; plan: Promise<unknown> } } = {}
    runInNewContext(ask, {
      document: {
        cookie,
        documentElement: { dataset: { first } },
        getElementById: () => ({ textContent: JSON.stringify(boot) }),
        createElement: () => ({}),
        head: { append: () => undefined },
      },
      localStorage: { getItem: (key: string) => storage[key] ?? null },
      window,
      AbortSignal,
      fetch: async (path: string, { headers = {} }: { headers?: Record<string, string> }) => {
        requests.push({ path, headers })
        const ofClerk = path.startsWith('/__clerk')
        return {
          ok: true,
          json: async () => (ofClerk ? { response: answer } : { subscription: 1 }),
        }
      },
    })
    const early = window.fieldbookEarly
    return { requests, client: await early?.client.catch(() => 'failed'), plan: await early?.plan }
  }
  const session = {
    id: 'sess_1',
    status: 'active',
    last_active_organization_id: 'org_1',
    last_active_token: { jwt: 'token' },
  }
  const client = { last_active_session_id: 'sess_1', sessions: [session] }

  test('fetch the session and the plan when storage is empty but cookies name a session', async () => {
    const { requests, ...early } = await requestEarly(client)
    expect(early).toEqual({ client, plan: { orgId: 'org_1', reply: { subscription: 1 } } })
    expect(requests[0]?.path).toMatch(/^\/__clerk\/v1\/client\?/)
    expect(requests[1]).toEqual({
      path: `/api${api.activePlan.path.replace('{orgId}', 'org_1')}`,
      headers: { authorization: 'Bearer token', 'deployment-id': 'd1' },
    })
    for (const sessions of [
      [],
      [{ ...session, status: 'ended' }],
      [{ ...session, last_active_organization_id: null }],
    ]) {
      const nobody = await requestEarly({ ...client, sessions })
      expect([nobody.requests.length, nobody.plan]).toEqual([1, null])
    }
  })

  test('are skipped without a session cookie, after sign-out here, and on the sign-in screen', async () => {
    for (const around of [
      { cookie: '__client_uat=0; theme=1' },
      { storage: { 'fieldbook.identity': '{}' } },
      { storage: { 'fieldbook.revoke-pending': 'true' } },
      { storage: { 'fieldbook.wipe-pending': '"everything"' } },
      { first: 'alone' },
    ])
      expect((await requestEarly(client, around)).requests).toEqual([])
    for (const cookie of ['__client_uat=0', 'a=1; __client_uat_x7=17', '__client_uat=17', ''])
      expect((await requestEarly(client, { cookie })).requests.length > 0).toBe(
        mayHaveSession(cookie),
      )
  })

  test("have the same form as clerk-js's own", () => {
    const version = /\/clerk-js\/([^/]+)\//.exec(CLERK_JS_URL)?.[1]
    const [environment, client] = preloadsAt('logo', boot)
    const url = new URL(client ?? '', 'https://localhost')
    expect(environment).toBe(client?.replace('/client?', '/environment?'))
    expect(url.pathname).toBe('/__clerk/v1/client')
    expect(url.searchParams.get('_clerk_js_version')).toBe(version)
    const code = readFileSync(
      new URL('../../node_modules/@clerk/clerk-js/dist/clerk.browser.js', import.meta.url),
      'utf8',
    )
    expect(code).toContain(`"${url.searchParams.get('__clerk_api_version')}"`)
  })

  test('are left to the app for a known user, and skipped where Clerk is on another origin', () => {
    expect(preloadsAt('frame', boot)).toEqual([])
    expect(preloadsAt('alone', { clerkProxyUrl: null })).toEqual([])
  })
})
