import type { Locator, Page } from '@playwright/test'
import { links } from '../../../contract/links.ts'

type Station = {
  path: string
  /** Names of buttons to press in sequence; dialogs that open are filled and closed. Several names lead to one dialog. */
  opens?: readonly (RegExp | readonly RegExp[])[]
  /** Buttons that save the typed text, in the last dialog or on the page. */
  submits?: readonly RegExp[]
  /** As in a filter. */
  enters?: boolean
}

const report = [/: source/, /^Something else/]

const stations = (ids: { company: string; person: string }): readonly Station[] => [
  { path: links.home(), opens: [/^Find a company or person/] },
  {
    path: links.newSearch(),
    opens: [/^Save search/],
    submits: [/^Save search/, /^Turn into filters/],
  },
  { path: `${links.newSearch()}?tab=people`, enters: true },
  {
    path: links.company(ids.company),
    opens: [/^Log visit/, /^Add (a )?note/, report, /^Add to (a )?list/],
    submits: [/^(Log|Save|Add|Keep)/],
  },
  { path: links.person(ids.person), opens: [/^Add (a )?note/, report] },
  { path: links.lists(), opens: [/^New list/], submits: [/^(Create|Make|Save)/] },
  { path: links.signals(), enters: true },
  { path: links.createAgent() },
  { path: links.downloadCenter() },
  {
    path: links.accountIntelligence(),
    opens: [/^Add a product/, /^Add a benefit/, /^Add a persona/, /^Add$/],
  },
  { path: links.help(), submits: [/^Send feedback/] },
  { path: links.profile(), opens: [/^Update profile/, /^Add work email/, /^Add mobile number/] },
  { path: links.users(), opens: [/^Invite/] },
  { path: links.creditLimits() },
  { path: links.organisation() },
  { path: links.createCompany() },
]

/** Searches run, filters apply, and names, notes and feedback are saved. Returns the names of the fields with their screens. */
export const typeEverywhere = async (page: Page, text: string): Promise<string[]> => {
  const ids = { company: await firstId(page, 'company'), person: await firstId(page, 'people') }
  const typed = new Set<string>()
  for (const station of stations(ids)) {
    await page.goto(station.path)
    await page.locator('h1, h2, form').first().waitFor({ timeout: 20_000 })
    await settle(page)
    await page.evaluate(openGroups)
    await settle(page)
    const take = async (): Promise<void> => {
      for (const name of await fillAll(page, text, station.enters === true))
        typed.add(`${station.path.split('?id=')[0]}: ${name}`)
      for (const submit of station.submits ?? []) await press(lastOf(page, submit))
    }
    await take()
    for (const opener of station.opens ?? []) {
      let opened = true
      for (const name of opener instanceof RegExp ? [opener] : opener)
        opened &&= await press(page.getByRole('button', { name }).first())
      if (!opened) continue
      await settle(page)
      await take()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
    }
  }
  return [...typed]
}

const firstId = async (page: Page, tab: 'company' | 'people'): Promise<string> => {
  await page.goto(`${links.newSearch()}?tab=${tab}`)
  const link = page.locator(`main a[href*="/dashboard/${tab}?id="]`).first()
  const address = await link.getAttribute('href', { timeout: 20_000 })
  return new URL(address ?? '', page.url()).searchParams.get('id') ?? ''
}

const textFields =
  'textarea, [contenteditable="true"], input:not([type]), ' +
  ['text', 'search', 'email', 'tel', 'url'].map((type) => `input[type="${type}"]`).join(', ')

/** Longer than the debounce of the search (250 ms). */
const settle = (page: Page): Promise<void> => page.waitForTimeout(400)

const fillAll = async (page: Page, text: string, enters: boolean): Promise<string[]> => {
  const names: string[] = []
  // Filling a field may add or remove others.
  for (let at = 0; at < (await shown(page).count()); at += 1) {
    const field = shown(page).nth(at)
    const name = await nameOf(field).catch(() => null)
    if (name === null || !(await fill(field, text))) continue
    names.push(name)
    if (!enters) continue
    await settle(page)
    await field.press('Enter', { timeout: 2_000 }).catch(() => undefined)
  }
  await settle(page)
  return names
}

const shown = (page: Page): Locator => page.locator(textFields).filter({ visible: true })

const fill = (field: Locator, text: string): Promise<boolean> =>
  field.fill(text, { timeout: 2_000 }).then(
    () => true,
    () => false,
  )

const nameOf = (field: Locator): Promise<string> =>
  field.evaluate(
    (element) =>
      element.getAttribute('aria-label') ??
      ('labels' in element ? (element as HTMLInputElement).labels?.[0]?.textContent : null) ??
      element.getAttribute('placeholder') ??
      element.getAttribute('name') ??
      'unnamed',
    undefined,
    { timeout: 2_000 },
  )

/** In the page. The branches of trees contain no fields. */
const openGroups = (): void => {
  for (const button of document.querySelectorAll('main button[aria-expanded="false"]'))
    if (!button.hasAttribute('aria-haspopup') && !(button.ariaLabel ?? '').startsWith('Open '))
      (button as HTMLButtonElement).click()
}

const lastOf = (page: Page, name: RegExp): Locator => page.getByRole('button', { name }).last()

const press = (button: Locator): Promise<boolean> =>
  button.click({ timeout: 1_500 }).then(
    () => true,
    () => false,
  )
