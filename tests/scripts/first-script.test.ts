import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { api } from '../../contract/api.ts'
import { CLERK_JS_URL } from '../../src/session/clerk-js.ts'
import { mayHaveSession } from '../../src/session/mode.ts'

const page = readFileSync(new URL('../../index.html', import.meta.url), 'utf8')
const script = /<script>([^]*?)<\/script>/.exec(page)?.[1] ?? ''

type Link = { rel: string; href: string; fetchPriority?: string }

/** Runs the page's first script as a browser at `path` would, on a device that keeps `kept`. */
const runAt = (
  address: string,
  kept: Record<string, string> | 'refused' = {},
  early: unknown = [],
  more: Record<string, unknown> = {},
) => {
  const [path = '', search] = address.split('?')
  const location = { pathname: path, search: search === undefined ? '' : `?${search}` }
  const dataset: Record<string, string> = {}
  const links: Link[] = []
  let painted = (_name: string): void => undefined
  class PerformanceObserver {
    #heard: (list: unknown, self: { disconnect: () => void }) => void
    constructor(heard: (list: unknown, self: { disconnect: () => void }) => void) {
      this.#heard = heard
    }
    observe() {
      painted = (name) => {
        const list = { getEntriesByName: (asked: string) => (asked === name ? [name] : []) }
        this.#heard(list, { disconnect: () => undefined })
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
        if (kept === 'refused') throw new Error('storage is refused')
        return kept[key] ?? null
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

/** How often the page begins anew after one of its scripts was broken off, and `fails` more attempts to have it. */
const broken = async ({
  fails = 0,
  asked = [],
  store = new Map(),
  type = 'module',
}: {
  fails?: number
  asked?: string[]
  store?: Map<string, string> | null
  type?: string
}): Promise<number> => {
  let begunAnew = 0
  let heard = (_event: { target: { type: string; src: string } }): void => undefined
  const location = { pathname: '/dashboard', search: '', reload: () => (begunAnew += 1) }
  runAt('/dashboard', {}, [], {
    location,
    addEventListener: (_name: string, listener: typeof heard) => (heard = listener),
    sessionStorage: {
      getItem: (key: string) => {
        if (store === null) throw new Error('storage is refused')
        return store.get(key) ?? null
      },
      setItem: (key: string, value: number) => store?.set(key, String(value)),
    },
    fetch: (file: string) => {
      asked.push(file)
      return asked.length > fails
        ? Promise.resolve({ arrayBuffer: () => Promise.resolve(new ArrayBuffer()) })
        : Promise.reject(new TypeError('Failed to fetch'))
    },
    setTimeout: (run: (file: string) => void, _ms: number, file: string) => run(file),
  })
  // The scripts that import it fail with it.
  for (const src of ['/assets/app.js', '/assets/vendor.js']) heard({ target: { type, src } })
  await new Promise((done) => setTimeout(done))
  return begunAnew
}

const known = { 'fieldbook.identity': '{}' }

describe('what stands in for the app before it is there', () => {
  test.each([
    ['/sign-in', {}, 'alone'],
    ['/sign-in/factor-one', known, 'alone'],
    ['/sign-up', {}, 'alone'],
    ['/dashboard', {}, 'logo'],
    ['/dashboard/search/new', known, 'frame'],
    ['/dashboard/plan-selection', known, 'logo'],
    ['/dashboard/create-company', known, 'logo'],
    ['/maintenance', known, 'logo'],
  ])('at %s on a device that keeps %o: %s', (path, kept, first) => {
    expect(runAt(path, kept).dataset['first']).toBe(first)
  })

  test('the logo, where storage is refused or what it says is damaged', () => {
    expect(runAt('/dashboard', 'refused').dataset['first']).toBeUndefined()
    expect(runAt('/dashboard', { 'fieldbook.ui': '{' }).dataset['first']).toBeUndefined()
  })

  test('the theme and row height of the device are there from the first paint on', () => {
    const looks = JSON.stringify({ theme: 'dark', density: 'comfortable' })
    expect(runAt('/dashboard', { 'fieldbook.ui': looks }).dataset).toMatchObject({
      theme: 'dark',
      density: 'comfortable',
    })
    expect(runAt('/dashboard').dataset).not.toHaveProperty('theme')
  })
})

describe('opened by its icon', () => {
  const identity = JSON.stringify({ userId: 'u1', orgId: 'o1' })
  const opened = (left: unknown, who = 'u1.o1') => {
    const kept = {
      'fieldbook.identity': identity,
      [`fieldbook.place.${who}`]: JSON.stringify(left),
    }
    const { pathname, search } = runAt('/dashboard?from=icon', kept).location
    return pathname + search
  }
  const href = '/dashboard/list?id=7'

  test('it goes on where it was left', () => {
    expect(opened({ href, at: Date.now() - 3_600_000 })).toBe(href)
  })

  test('it begins at home after half a day, for somebody else, and where nothing sensible is kept', () => {
    expect(opened({ href, at: Date.now() - 46_800_000 })).toBe('/dashboard')
    expect(opened({ href, at: Date.now() }, 'u1.o2')).toBe('/dashboard')
    expect(opened({ href: 'https://elsewhere.example', at: Date.now() })).toBe('/dashboard')
    expect(opened({})).toBe('/dashboard')
  })

  test('an address that was asked for stays', () => {
    const kept = {
      'fieldbook.identity': identity,
      'fieldbook.place.u1.o1': JSON.stringify({ href, at: Date.now() }),
    }
    expect(runAt('/dashboard', kept).location.pathname).toBe('/dashboard')
  })
})

describe('what is fetched before the app asks for it', () => {
  const early = [
    ['', [], ['/assets/island.js', '/clerk-js/1/core.js'], ['/assets/device.js']],
    ['^/sign-in(/|$)', ['/assets/account.js'], [], []],
    ['^/dashboard/search/', ['/assets/search.js'], [], []],
  ]

  test('what says who is here before a screen that waits for it', () => {
    const { links, paint } = runAt('/dashboard/search/new', {}, early)
    expect(links).toEqual([])
    paint()
    expect(links.map(({ href }) => href)).toEqual([
      '/assets/island.js',
      '/clerk-js/1/core.js',
      '/assets/search.js',
    ])
  })

  test('the files of this address with the page, what signs in only after the paint', () => {
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

  test('as modules where the worker keeps them, which are compiled while they come', () => {
    const serviceWorker = { controller: {} }
    const { links } = runAt('/sign-in', {}, early, { navigator: { serviceWorker } })
    expect(links.map(({ rel }) => rel)).toEqual(['modulepreload'])
  })

  test('where somebody is known what draws what is kept here comes after the paint, and what signs in is left to the app', () => {
    const { links, paint } = runAt('/dashboard/search/new', known, early)
    expect(links.map(({ href }) => href)).toEqual(['/assets/search.js'])
    paint()
    expect(links.map(({ href }) => href)).toEqual(['/assets/search.js', '/assets/device.js'])
  })
})

describe('a script of the page that a bad line broke off', () => {
  test('is asked for until it comes, and the page then begins anew', async () => {
    const asked: string[] = []
    const begunAnew = await broken({ fails: 2, asked })
    expect(asked).toEqual(['/assets/app.js', '/assets/app.js', '/assets/app.js'])
    expect(begunAnew).toBe(1)
  })

  test('does not begin the page anew for ever where it comes and does not run', async () => {
    const store = new Map<string, string>()
    let begunAnew = 0
    for (let start = 0; start < 8; start += 1) begunAnew += await broken({ store })
    expect(begunAnew).toBe(5)
  })

  test('begins anew also where storage is refused, and is not taken for a picture', async () => {
    expect(await broken({ store: null })).toBe(1)
    expect(await broken({ type: '' })).toBe(0)
  })
})

describe('the sign-in service, where nobody is known', () => {
  const ask = [...page.matchAll(/<script>([^]*?)<\/script>/g)][1]?.[1] ?? ''
  const askedAt = (first: string | undefined, boot: unknown): string[] => {
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

  /** What a page at which nobody is known asks where its cookies speak of a session, and what it leaves for the app. */
  const askedWith = async (
    answer: unknown,
    around: { first?: string; cookie?: string; kept?: Record<string, string> } = {},
  ) => {
    const { first = 'logo', cookie = '__client_uat=1795173219', kept = {} } = around
    const asked: { path: string; headers: Record<string, string> }[] = []
    const window: { fieldbookEarly?: { client: Promise<unknown>; plan: Promise<unknown> } } = {}
    runInNewContext(ask, {
      document: {
        cookie,
        documentElement: { dataset: { first } },
        getElementById: () => ({ textContent: JSON.stringify(boot) }),
        createElement: () => ({}),
        head: { append: () => undefined },
      },
      localStorage: { getItem: (key: string) => kept[key] ?? null },
      window,
      AbortSignal,
      fetch: async (path: string, { headers = {} }: { headers?: Record<string, string> }) => {
        asked.push({ path, headers })
        const ofClerk = path.startsWith('/__clerk')
        return {
          ok: true,
          json: async () => (ofClerk ? { response: answer } : { subscription: 1 }),
        }
      },
    })
    const early = window.fieldbookEarly
    return { asked, client: await early?.client.catch(() => 'failed'), plan: await early?.plan }
  }
  const session = {
    id: 'sess_1',
    status: 'active',
    last_active_organization_id: 'org_1',
    last_active_token: { jwt: 'token' },
  }
  const client = { last_active_session_id: 'sess_1', sessions: [session] }

  test('says early who is here, and the server their plan, where storage was emptied and a session is left', async () => {
    const { asked, ...early } = await askedWith(client)
    expect(early).toEqual({ client, plan: { orgId: 'org_1', reply: { subscription: 1 } } })
    expect(asked[0]?.path).toMatch(/^\/__clerk\/v1\/client\?/)
    expect(asked[1]).toEqual({
      path: `/api${api.activePlan.path.replace('{orgId}', 'org_1')}`,
      headers: { authorization: 'Bearer token', 'deployment-id': 'd1' },
    })
    for (const sessions of [
      [],
      [{ ...session, status: 'ended' }],
      [{ ...session, last_active_organization_id: null }],
    ]) {
      const nobody = await askedWith({ ...client, sessions })
      expect([nobody.asked.length, nobody.plan]).toEqual([1, null])
    }
  })

  test('is not asked so where no session is left, one signed out here, or the screen is that of signing in', async () => {
    for (const around of [
      { cookie: '__client_uat=0; theme=1' },
      { kept: { 'fieldbook.identity': '{}' } },
      { kept: { 'fieldbook.revoke-pending': 'true' } },
      { kept: { 'fieldbook.wipe-pending': '"everything"' } },
      { first: 'alone' },
    ])
      expect((await askedWith(client, around)).asked).toEqual([])
    for (const cookie of ['__client_uat=0', 'a=1; __client_uat_x7=17', '__client_uat=17', ''])
      expect((await askedWith(client, { cookie })).asked.length > 0).toBe(mayHaveSession(cookie))
  })

  test('is asked before its code has come, as that code asks', () => {
    const version = /\/clerk-js\/([^/]+)\//.exec(CLERK_JS_URL)?.[1]
    const [environment, client] = askedAt('logo', boot)
    const asked = new URL(client ?? '', 'https://localhost')
    expect(environment).toBe(client?.replace('/client?', '/environment?'))
    expect(asked.pathname).toBe('/__clerk/v1/client')
    expect(asked.searchParams.get('_clerk_js_version')).toBe(version)
    const code = readFileSync(
      new URL('../../node_modules/@clerk/clerk-js/dist/clerk.browser.js', import.meta.url),
      'utf8',
    )
    expect(code).toContain(`"${asked.searchParams.get('__clerk_api_version')}"`)
  })

  test('waits for what is kept where somebody is known, and is not asked here where it answers elsewhere', () => {
    expect(askedAt('frame', boot)).toEqual([])
    expect(askedAt('alone', { clerkProxyUrl: null })).toEqual([])
  })
})
