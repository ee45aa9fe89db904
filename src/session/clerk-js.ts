import type { BrowserClerk } from '@clerk/clerk-react'
import { yieldToMain } from '../lib/defer.ts'
import type { Boot } from './boot.ts'
import { checkPhones } from './phone-check.ts'
import { clearEmptiedPhone } from './phone-error.ts'

/** clerk-js loads its chunks from the same folder. */
export const CLERK_JS_URL = '/clerk-js/5.128.0/clerk.browser.js'

/** Without the screens (75 KB instead of 254), which load when first shown. The option replaces an instance that has given up. */
export async function loadClerkJs(
  boot: Boot,
  { replace = false, page = document }: { replace?: boolean; page?: Document } = {},
): Promise<BrowserClerk> {
  if (replace) Reflect.deleteProperty(globalThis, 'Clerk')
  const present = globalClerk()
  if (present) return present
  await loadScript(boot, page)
  const clerk = globalClerk()
  if (!clerk) throw new Error('clerk-js loaded but is not there')
  deferScreens(clerk)
  checkPhones(clerk)
  clearEmptiedPhone(page)
  startInOwnTask(clerk)
  return clerk
}

/** clerk-react starts clerk-js during a render; in its own task the browser can handle input in between. */
export function startInOwnTask(clerk: Pick<BrowserClerk, 'load'>): void {
  const load = clerk.load.bind(clerk)
  clerk.load = async (options) => {
    await yieldToMain()
    await load(options)
  }
}

const ANNOUNCE = '__unstable__updateProps'

/**
 * clerk-react passes appearance and labels at once, and clerk-js then loads all code of its screens: delays that until the first
 * screen. Returns false, and delays nothing, if the pinned version lacks this internal name.
 */
export function deferScreens(clerk: object): boolean {
  const announce: unknown = Reflect.get(clerk, ANNOUNCE)
  if (typeof announce !== 'function') return false
  let pendingProps: object | null = null
  let shown = false
  Reflect.set(clerk, ANNOUNCE, (props: object): unknown => {
    if (shown) return Reflect.apply(announce, clerk, [props])
    pendingProps = { ...pendingProps, ...props }
    return Promise.resolve()
  })
  for (const [name, method] of Object.entries(clerk)) {
    if (typeof method !== 'function' || !/^(__internal_)?(mount|open)[A-Z]/.test(name)) continue
    Reflect.set(clerk, name, (...inputs: unknown[]): unknown => {
      const first = !shown
      shown = true
      const result: unknown = Reflect.apply(method, clerk, inputs)
      if (first && pendingProps) Reflect.apply(announce, clerk, [pendingProps])
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
