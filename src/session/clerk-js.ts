import type { BrowserClerk } from '@clerk/clerk-react'
import { ownTask } from '../lib/own-task.ts'
import type { Boot } from './boot.ts'
import { checkPhones } from './phone-check.ts'

/** The pinned clerk-js on our own origin; its chunks follow from the same folder. */
export const CLERK_JS_URL = '/clerk-js/5.128.0/clerk.browser.js'

/**
 * Loads clerk-js without its screens (75 KB instead of 254): these come when the first of them is shown. `anew` replaces one that
 * has given up. Rejects when the script cannot be had.
 */
export async function loadClerkJs(
  boot: Boot,
  { anew = false, page = document }: { anew?: boolean; page?: Document } = {},
): Promise<BrowserClerk> {
  if (anew) Reflect.deleteProperty(globalThis, 'Clerk')
  const present = globalClerk()
  if (present) return present
  await loadScript(boot, page)
  const clerk = globalClerk()
  if (!clerk) throw new Error('clerk-js loaded but is not there')
  deferScreens(clerk)
  checkPhones(clerk)
  startInTasks(clerk)
  return clerk
}

/**
 * clerk-js starts in a task of its own, since clerk-react asks for it in the middle of drawing, and sends each request from one. The
 * hook on requests is an internal of the pinned version; where it is missing they are sent as they come.
 */
export function startInTasks(clerk: Pick<BrowserClerk, 'load'>): void {
  const load = clerk.load.bind(clerk)
  clerk.load = async (options) => {
    await ownTask()
    await load(options)
  }
  const beforeRequest: unknown = Reflect.get(clerk, '__unstable__onBeforeRequest')
  if (typeof beforeRequest === 'function') Reflect.apply(beforeRequest, clerk, [ownTask])
}

const ANNOUNCE = '__unstable__updateProps'

/**
 * clerk-react announces its appearance and words as soon as it is there, and clerk-js then fetches all that its screens need.
 * This keeps the announcement back until the first screen is mounted or opened. The name is an internal of the pinned version;
 * where it is missing nothing is deferred, everything still works and the answer is false.
 */
export function deferScreens(clerk: object): boolean {
  const announce: unknown = Reflect.get(clerk, ANNOUNCE)
  if (typeof announce !== 'function') return false
  let kept: object | null = null
  let shown = false
  Reflect.set(clerk, ANNOUNCE, (props: object): unknown => {
    if (shown) return Reflect.apply(announce, clerk, [props])
    kept = { ...kept, ...props }
    return Promise.resolve()
  })
  for (const [name, method] of Object.entries(clerk)) {
    if (typeof method !== 'function' || !/^(__internal_)?(mount|open)[A-Z]/.test(name)) continue
    Reflect.set(clerk, name, (...inputs: unknown[]): unknown => {
      const first = !shown
      shown = true
      const result: unknown = Reflect.apply(method, clerk, inputs)
      if (first && kept) Reflect.apply(announce, clerk, [kept])
      return result
    })
  }
  return true
}

function globalClerk(): BrowserClerk | null {
  const found: unknown = Reflect.get(globalThis, 'Clerk')
  return isClerk(found) ? found : null
}

function isClerk(value: unknown): value is BrowserClerk {
  return typeof value === 'object' && value !== null && 'load' in value
}

function loadScript(boot: Boot, page: Document): Promise<void> {
  const script = page.createElement('script')
  script.src = CLERK_JS_URL
  script.async = true
  script.dataset['clerkPublishableKey'] = boot.clerkPublishableKey
  if (boot.clerkProxyUrl) script.dataset['clerkProxyUrl'] = boot.clerkProxyUrl
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('clerk-js could not be loaded'))
    })
    page.head.append(script)
  })
}
