import { dirname } from 'node:path'
import { createRequire } from 'node:module'
import type { LoadedClerk } from '@clerk/types'
import { Window } from 'happy-dom'
import { ORIGIN } from './start.ts'

/** The cookies outlive a page. */
export type Profile = Map<string, string>

export interface Page {
  clerk: LoadedClerk
  profile: Profile
  close: () => Promise<void>
}

const CLERK_JS = dirname(createRequire(import.meta.url).resolve('@clerk/clerk-js'))

/** Its requests to `/__clerk` reach the emulator, as through the product's server. */
export async function openPage(
  emulator: { url: string; publishableKey: string },
  profile: Profile = new Map(),
): Promise<Page> {
  const page = new Window({
    url: `${ORIGIN}/`,
    settings: {
      enableJavaScriptEvaluation: true,
      suppressInsecureJavaScriptEnvironmentWarning: true,
      fetch: { virtualServers: [{ url: `${ORIGIN}/clerk-js/`, directory: CLERK_JS }] },
    },
  })
  for (const [name, value] of profile)
    if (name !== '__client') page.document.cookie = `${name}=${value}; path=/`
  Object.assign(page, { isSecureContext: true, fetch: fetcher(emulator.url, page, profile) })
  // happy-dom has only its name; one page at a time needs no more.
  Object.defineProperty(page.navigator, 'locks', { value: { request: withoutWaiting } })

  const script = page.document.createElement('script')
  script.dataset['clerkPublishableKey'] = emulator.publishableKey
  script.dataset['clerkProxyUrl'] = '/__clerk'
  script.src = `${ORIGIN}/clerk-js/clerk.headless.browser.js`
  page.document.head.append(script)
  await page.happyDOM.waitUntilComplete()

  const clerk: unknown = Reflect.get(page, 'Clerk')
  if (!isClerk(clerk)) throw new Error('clerk-js did not load')
  await Reflect.apply(clerk.load, clerk, [{ standardBrowser: true, telemetry: false }])
  return { clerk, profile, close: () => page.happyDOM.close() }
}

function isClerk(value: unknown): value is LoadedClerk & { load: () => Promise<void> } {
  return typeof value === 'object' && value !== null && 'load' in value
}

type Init = {
  method?: string
  /** clerk-js sends forms of its page's own class, and files as text. */
  body?: string | { toString: () => string } | null
  headers?: Iterable<[string, string]> | Record<string, string>
}

function fetcher(emulator: string, page: Window, profile: Profile) {
  return async (input: string | URL, init: Init = {}): Promise<Response> => {
    const { pathname, search } = new URL(String(input), ORIGIN)
    const given = init.headers ?? {}
    const headers = new Headers(Symbol.iterator in given ? [...given] : Object.entries(given))
    headers.set('origin', ORIGIN)
    headers.set('cookie', [...profile].map(([name, value]) => `${name}=${value}`).join('; '))
    const answer = await fetch(`${emulator}${pathname.replace(/^\/__clerk/, '')}${search}`, {
      method: init.method ?? 'GET',
      headers,
      body: init.body?.toString() ?? null,
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      profile.set(name, value)
      if (!/httponly/i.test(line)) page.document.cookie = `${name}=${value}; path=/`
    }
    return answer
  }
}

function withoutWaiting(_name: string, ...rest: (object | (() => unknown))[]): unknown {
  const run = rest.at(-1)
  return typeof run === 'function' ? Promise.resolve(Reflect.apply(run, null, [])) : undefined
}
