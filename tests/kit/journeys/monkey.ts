import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test'
import { links } from '../../../contract/links.ts'
import { seriousViolations } from './accessibility.ts'

export type Surface = {
  width: number
  height: number
  colorScheme: 'light' | 'dark'
}

/** Mulberry32; each call returns 0 to below `below`. */
export const numbersFrom = (seed: number): ((below: number) => number) => {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** `look` adds faults that only an examination finds. */
export type Watch = {
  faults: string[]
  setOffline: (offline: boolean) => Promise<void>
  /** If the shell shows nothing, or axe finds a serious or critical violation. */
  look: (options?: { axe: boolean }) => Promise<void>
}

/** Console errors that are no fault; some only around an offline period. */
const expected: { says: RegExp; about?: RegExp; offline?: true; reason: string }[] = [
  {
    says: /^Failed to load resource: net::ERR_/,
    reason: 'the browser logs each request that it makes offline, or that the monkey blocks',
  },
  {
    says: /^Failed to load resource: the server responded with a status of 4\d\d/,
    reason: 'the server refuses hostile input; tests/server checks these answers',
  },
  {
    says: /^Failed to load resource: the server responded with a status of 503/,
    about: /\/__clerk\//,
    offline: true,
    reason: 'the worker answers so for the sign-in service while the browser is offline',
  },
  {
    says: / was refused .*status: (403|404|409)/,
    reason: 'the app logs changes that are refused, such as a name that is taken (spec 8)',
  },
  {
    says: /\bUnreachable: /,
    reason:
      'the app logs requests that could not reach the server: offline, or blocked by the monkey (spec 8)',
  },
  {
    says: /Failed to fetch dynamically imported module/,
    offline: true,
    reason:
      'the code of admin screens is not stored for offline use; the screen offers to try again',
  },
]

const isExpected = (message: ConsoleMessage, wasOffline: boolean): boolean =>
  expected.some(
    ({ says, about = /./, offline }) =>
      says.test(message.text()) &&
      about.test(message.location().url) &&
      (offline === undefined || wasOffline),
  )

export const watchPage = (page: Page): Watch => {
  const faults: string[] = []
  let offlineUntil = 0
  page.on('pageerror', (error) =>
    faults.push(`uncaught: ${error.message}\n${error.stack?.slice(0, 600) ?? ''}`),
  )
  page.on('crash', () => faults.push('the page crashed'))
  page.on('console', (message) => {
    if (message.type() !== 'error' || isExpected(message, Date.now() < offlineUntil)) return
    faults.push(`console: ${message.text().slice(0, 600)} at ${message.location().url}`)
  })
  return {
    faults,
    setOffline: async (offline) => {
      // Requests in flight may fail for a while after reconnecting.
      offlineUntil = offline ? Number.POSITIVE_INFINITY : Date.now() + 30_000
      await page.context().setOffline(offline)
    },
    look: async ({ axe } = { axe: false }) => {
      if (!(await showsSomething(page))) faults.push(`blank screen at ${page.url()}`)
      if (!axe) return
      for (const violation of await seriousViolations(page))
        faults.push(`axe at ${page.url()}: ${violation}`)
    },
  }
}

/** Generous, because a screen may wait for its chunk on a busy machine. */
const showsSomething = (page: Page): Promise<boolean> =>
  page
    .waitForFunction(() => (document.getElementById('root')?.innerText ?? '').trim() !== '', null, {
      timeout: 20_000,
    })
    .then(
      () => true,
      () => false,
    )

export type Monkey = {
  context: BrowserContext
  page: Page
  watch: Watch
  numbers: (below: number) => number
  surface: Surface
}

/** Returns a line for each act; stops at the first fault. */
export const letLoose = async (monkey: Monkey, count: number): Promise<string[]> => {
  const { context, page, watch, numbers } = monkey
  const done: string[] = []
  await tame(context, page)
  for (let at = 1; at <= count && watch.faults.length === 0; at += 1) {
    const act = acts[numbers(acts.length)]
    // The page may navigate during an act, as under a real hand; the next act continues there.
    done.push(
      (await act?.(monkey).catch((error: unknown) => `failed: ${String(error).slice(0, 80)}`)) ??
        '',
    )
    await comeBack(monkey)
    await watch.look({ axe: at % axeEvery === 0 })
  }
  await watch.setOffline(false)
  return done
}

const axeEvery = 40

type Act = (monkey: Monkey) => Promise<string>

const click: Act = async ({ page, numbers }) => {
  const target = await page.evaluate(pick, { choice: numbers(1_000_000), denied: denied.source })
  if (target === null) return 'click: nothing to press'
  await page.mouse.click(target.x, target.y)
  return `click ${target.name}`
}

const type: Act = async ({ page, numbers }) => {
  const text = texts[numbers(texts.length)] ?? ''
  const fields = page.locator('input, textarea').filter({ visible: true })
  const count = await fields.count()
  if (count === 0) return 'type: no field'
  await fields.nth(numbers(count)).focus({ timeout: 2_000 })
  await page.keyboard.insertText(text)
  return `type ${text.slice(0, 20)}`
}

const press: Act = async ({ page, numbers }) => {
  const key = keys[numbers(keys.length)] ?? 'Tab'
  const focused = await page.evaluate(
    () => document.activeElement?.textContent?.slice(0, 200) ?? '',
  )
  if (/^(Enter|Space)$/.test(key) && denied.test(focused)) return `no ${key} on ${focused}`
  await page.keyboard.press(key)
  return `press ${key}`
}

const visit: Act = async ({ page, numbers }) => {
  const screen = screens[numbers(screens.length)] ?? links.home()
  await page.goto(screen, { waitUntil: 'commit' })
  return `visit ${screen}`
}

const travel: Act = async ({ page, numbers }) => {
  const back = numbers(3) > 0
  await (back ? page.goBack : page.goForward).call(page, { waitUntil: 'commit', timeout: 5_000 })
  return back ? 'back' : 'forward'
}

const resize: Act = async ({ page, numbers, surface }) => {
  const turned = numbers(2) === 0
  const size = turned
    ? { width: surface.height, height: surface.width }
    : { width: surface.width, height: surface.height }
  await page.setViewportSize(size)
  return `resize to ${size.width} x ${size.height}`
}

const changeTheme: Act = async ({ page, numbers }) => {
  const colorScheme = numbers(2) === 0 ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme })
  return `theme ${colorScheme}`
}

const changeNetwork: Act = async ({ watch, numbers }) => {
  // Online twice as often as offline: most of the product needs the server.
  const offline = numbers(3) === 0
  await watch.setOffline(offline)
  return offline ? 'offline' : 'online'
}

const scroll: Act = async ({ page, numbers }) => {
  await page.mouse.wheel(0, numbers(2_000) - 1_000)
  return 'scroll'
}

const reload: Act = async ({ page }) => {
  await page.reload({ waitUntil: 'commit' })
  return 'reload'
}

/** Repeated entries are more frequent. */
const acts: readonly Act[] = [
  ...Array<Act>(22).fill(click),
  ...Array<Act>(6).fill(type),
  ...Array<Act>(5).fill(press),
  ...Array<Act>(3).fill(visit),
  travel,
  travel,
  resize,
  changeTheme,
  changeNetwork,
  changeNetwork,
  scroll,
  reload,
]

const texts = [
  'builders in Perth over 50 staff',
  'a',
  '   ',
  '0',
  '-1',
  '1e309',
  "O'Brien & <b>Söhne</b>",
  '‮rtl 🦘 \u{1F469}\u200D\u{1F527} é',
  '%00 %E0%A4%A',
  '../../etc',
  '__proto__',
  'x'.repeat(3_000),
]

const keys = [
  'Escape',
  'Tab',
  'Shift+Tab',
  'Enter',
  'Space',
  'ArrowDown',
  'ArrowUp',
  'ArrowRight',
].concat(['Home', 'End', 'PageDown', 'Backspace', '/', '?', 'Control+K', 'Control+A', 'Delete'])

const screens = [
  links.home(),
  links.newSearch(),
  `${links.newSearch()}?tab=people`,
  links.lists(),
  links.signals(),
  links.createAgent(),
  links.dataExchange(),
  links.upload(),
  links.downloadCenter(),
  links.accountIntelligence(),
  links.audit(),
  links.credits(),
  links.storage(),
  links.help(),
  links.sync(),
  links.settings(),
  links.profile(),
  links.users(),
  links.privacy(),
  links.company('no-such-company'),
  `${links.newSearch()}?country=%E0%A4%A&page=-1&sort=nonsense`,
]

/** Signing out ends the run and has journeys of its own; so do acts that delete the account of other journeys. */
const denied =
  /log out|sign out|delete account|delete (company|organi)|leave (company|organi)|remove (account|connected|user)|^(admin|standard)$|revoke/i

/** In the page. Null if the control is denied or covered. */
const pick = ({ choice, denied }: { choice: number; denied: string }) => {
  const pressable =
    'a[href], button, input, select, textarea, summary, label, [role="button"], [role="tab"], [role="menuitem"], [role="menuitemradio"], [role="menuitemcheckbox"], [role="option"], [role="switch"], [role="slider"]'
  // Controls under an open dialog cannot be pressed.
  const scopes = document.querySelectorAll('[role="dialog"], [role="menu"], [role="alertdialog"]')
  const scope = [...scopes].findLast((each) => each.checkVisibility()) ?? document
  const found = [...scope.querySelectorAll<HTMLElement>(pressable)].filter(
    (element) => element.checkVisibility() && element.getBoundingClientRect().width > 0,
  )
  for (let next = 0; next < Math.min(8, found.length); next += 1) {
    const element = found[(choice + next * 7) % found.length]
    element?.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left = 0, top = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = document.elementFromPoint(x, y)?.closest(pressable)
    const name = `${hit?.getAttribute('aria-label') ?? ''} ${hit?.textContent ?? ''}`.trim()
    if (hit && !new RegExp(denied, 'i').test(name)) return { x, y, name: name.slice(0, 60) }
  }
  return null
}

/** On this machine and away from what other journeys need: the organisation, its members and the account. */
const tame = async (context: BrowserContext, page: Page): Promise<void> => {
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
  page.on('download', (download) => void download.cancel().catch(() => undefined))
  page.on('filechooser', () => undefined)
  context.on('page', (popup) => void popup.close().catch(() => undefined))
  await context.route(
    ({ hostname }) => hostname !== 'localhost' && hostname !== '127.0.0.1',
    (route) => route.abort(),
  )
  await context.route(/\/api\/(customer|members|account)\b/, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.abort(),
  )
  await context.route(/\/__clerk\/v1\/(me|organizations)\b/, (route) =>
    // clerk-js sends every change as POST, with the real method in the address.
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({
          status: 422,
          json: { errors: [{ code: 'form_param_invalid', message: 'No', long_message: 'No' }] },
        }),
  )
}

const comeBack = async ({ page, watch }: Monkey): Promise<void> => {
  if (/\/(dashboard)/.test(page.url())) return
  await watch.setOffline(false)
  await page.goto(links.home(), { waitUntil: 'commit' }).catch(() => undefined)
  await page.waitForURL(/\/dashboard/, { timeout: 20_000 }).catch(() => {
    watch.faults.push(`signed out without having asked to, at ${page.url()}`)
  })
}
