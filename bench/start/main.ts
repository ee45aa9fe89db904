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
import { firstVisit, forgetFiles, type Visit } from './first-visit.ts'
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
  const visit = await firstVisit(browser, searchAddress, resultsShown)
  const signedIn = await score(searchAddress)

  const built = measure(join(root, 'dist'))
  table(visit, built)
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
      requests: visit.requests,
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

/** The first rows of the answer have a place on the screen. */
const resultsShown = (page: Page) =>
  page.locator('main').getByRole('row').nth(1).waitFor({ state: 'visible' })

function table(visit: Visit, built: ReturnType<typeof measure>): void {
  print('First visit to a search, signed in, empty caches')
  print(
    `  scripts until usable    ${built.js_kb} KB built, ${visit.js_kb} KB on the wire (at most ${BUDGETS.js_kb})`,
  )
  print(`  styles                  ${built.css_kb} KB, in the page (at most ${BUDGETS.css_kb})`)
  print(
    `  requests until usable   ${visit.requests}, of them ${visit.api.length} to the API (at most ${BUDGETS.requests}); Clerk ${visit.clerk_requests}`,
  )
  for (const path of visit.api) print(`                            ${path}`)
  print(`  usable after            ${visit.usable_ms} ms without throttling`)
  print(
    `  precache                ${built.precache_entries} files, ${built.precache_kb} KB (at most ${BUDGETS.precache_entries} and ${BUDGETS.precache_kb}), clerk-js apart`,
  )
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
