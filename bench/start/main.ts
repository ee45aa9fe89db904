import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { links } from '../../contract/links.ts'
import { BUDGETS, measure } from '../../scripts/budgets.ts'
import { demoUsers } from '../../scripts/lib/demo-users.ts'
import { freePort } from '../../scripts/lib/ports.ts'
import { findChromium } from '../../scripts/lib/system-packages.ts'
import { root } from '../../scripts/lib/tools.ts'
import { startProduct } from '../../scripts/product.ts'
import { firstVisit, forgetFiles, type Mark } from './first-visit.ts'
import { installLighthouse, lighthouse, type Scores } from './lighthouse.ts'

// What a first visit costs, in a browser, on the built app: bytes and requests until usable, and what Lighthouse says of two screens.

const RUNS = 3
const print = (line = '') => process.stdout.write(`${line}\n`)

const running = process.env['FIELDBOOK_URL']
const product = running === undefined ? await startProduct() : undefined
const origin = product?.url ?? running ?? ''
const profile = mkdtempSync(join(tmpdir(), 'fieldbook-profile-'))
const port = await freePort()
const context = await chromium.launchPersistentContext(profile, {
  executablePath: findChromium() ?? '/usr/bin/chromium',
  viewport: { width: 1280, height: 800 },
  args: [
    `--remote-debugging-port=${port}`,
    '--no-sandbox',
    '--disable-blink-features=AutomationControlled',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})
try {
  await bench(context)
} finally {
  await context.close()
  await product?.stop()
  rmSync(profile, { recursive: true, force: true })
}

async function bench(browser: BrowserContext): Promise<void> {
  const searchAddress = origin + links.newSearch()
  const signInAddress = origin + links.signIn()
  const tool = await installLighthouse()
  const score = (url: string) => ('folder' in tool ? scores(browser, tool.folder, url) : undefined)

  const signedOut = await score(signInAddress)
  await signIn(browser)
  const [usable, rows] = await firstVisit(browser, searchAddress, [filtersShown, rowsShown])
  if (usable === undefined || rows === undefined) throw new Error('the visit was not measured')
  const signedIn = await score(searchAddress)

  const built = measure(join(root, 'dist'))
  table(usable, rows, built)
  if ('reason' in tool) print(`Lighthouse was not run: ${tool.reason}`)
  print()
  print('Lighthouse, mobile            performance  accessibility  best practices')
  print(row('sign-in', signedOut))
  print(row('search, signed in', signedIn))
  print()
  print(
    JSON.stringify({
      js_kb: built.js_kb,
      css_kb: built.css_kb,
      requests: usable.requests,
      precache: { entries: built.precache_entries, kb: built.precache_kb },
      lighthouse: signedOut === undefined ? null : worst(signedOut, signedIn ?? signedOut),
    }),
  )
}

async function scores(browser: BrowserContext, folder: string, url: string): Promise<Scores> {
  return lighthouse(folder, url, port, {
    runs: RUNS,
    before: async () => {
      const page = await browser.newPage()
      await forgetFiles(page, origin)
      await page.close()
    },
  })
}

async function signIn(browser: BrowserContext): Promise<void> {
  const [admin] = demoUsers
  if (admin === undefined) throw new Error('the demo has no users')
  const page = await browser.newPage()
  await page.goto(origin + links.signIn())
  await page.getByLabel('Work email').fill(admin.email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.locator('input[name="password"]').fill(admin.password)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL((url) => url.pathname.startsWith(links.home()))
  await page.close()
}

/** Usable: the first control of the search has a place on the screen. */
const filtersShown = (page: Page) =>
  page.getByRole('complementary', { name: 'Filters' }).getByRole('button').first().waitFor()

const rowsShown = (page: Page) =>
  page.getByRole('region', { name: 'Results' }).getByRole('row').nth(1).waitFor()

function table(usable: Mark, rows: Mark, built: ReturnType<typeof measure>): void {
  const line = (what: string, one: unknown, two: unknown, most: unknown = '') =>
    print(
      `  ${what.padEnd(24)}${String(one).padStart(10)}${String(two).padStart(12)}${String(most).padStart(10)}`,
    )
  print('First visit to a search, signed in, empty caches, no throttling')
  line('', 'usable', 'first rows', 'at most')
  line('ms', usable.ms, rows.ms)
  line('scripts, KB', usable.js_kb, rows.js_kb, BUDGETS.js_kb)
  line('stylesheets, KB', usable.css_kb, rows.css_kb, BUDGETS.css_kb)
  line('requests', usable.requests, rows.requests, BUDGETS.requests)
  line('of them to the API', usable.calls.length, rows.calls.length)
  line('Clerk, apart', usable.clerk_requests, rows.clerk_requests)
  for (const path of rows.calls) print(`    ${path}`)
  print()
  print('Built, after brotli')
  print(`  scripts until usable    ${built.js_kb} KB of ${BUDGETS.js_kb}`)
  print(`  styles in the page      ${built.css_kb} KB of ${BUDGETS.css_kb}`)
  print(
    `  precache                ${built.precache_entries} files of ${BUDGETS.precache_entries}, ${built.precache_kb} KB of ${BUDGETS.precache_kb}, clerk-js apart`,
  )
  print()
}

function row(name: string, found: Scores | undefined): string {
  const cell = (value: number | undefined, width: number) =>
    (value === undefined ? '-' : value.toFixed(2)).padStart(width)
  return (
    name.padEnd(28) +
    cell(found?.performance, 13) +
    cell(found?.accessibility, 15) +
    cell(found?.best_practices, 16)
  )
}

const worst = (one: Scores, other: Scores): Scores => ({
  performance: Math.min(one.performance, other.performance),
  accessibility: Math.min(one.accessibility, other.accessibility),
  best_practices: Math.min(one.best_practices, other.best_practices),
})
