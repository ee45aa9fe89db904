import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { links } from '../../contract/links.ts'
import { BUDGETS, measure } from '../../scripts/budgets.ts'
import { freePort } from '../../scripts/lib/ports.ts'
import { findChromium } from '../../scripts/lib/system-packages.ts'
import { root } from '../../scripts/lib/tools.ts'
import { startProduct } from '../../scripts/product.ts'
import { signInAsDemoAdmin } from '../../scripts/sign-in.ts'
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
  const tool = await installLighthouse()
  const score = async (url: string, before: () => Promise<void>) =>
    'folder' in tool ? lighthouse(tool.folder, url, port, { runs: RUNS, before }) : undefined
  const asNew = async () => {
    const page = await browser.newPage()
    await forgetFiles(page, origin)
    await page.close()
  }
  const busy = loadavg()[0] ?? 0

  const signIn = await score(origin + links.signIn(), asNew)
  await signInAsDemoAdmin(browser, origin)
  const search = origin + links.newSearch()
  const visit = await firstVisit(browser, search, [navigationShown, filtersShown, rowsShown])
  const [usable] = visit
  if (usable === undefined) throw new Error('the visit was not measured')
  const first = await score(search, asNew)
  const again = await score(search, async () => {
    // A visit of its own first, so that the service worker has everything.
    const page = await browser.newPage()
    await page.goto(search)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.close()
  })

  const built = measure(join(root, 'dist'))
  table(visit, built)
  if ('reason' in tool) print(`Lighthouse was not run: ${tool.reason}`)
  print('Lighthouse, mobile            performance  accessibility  best practices')
  print(row('sign-in, first visit', signIn))
  print(row('search, first visit', first))
  print(row('search, installed', again))
  if (busy > 1)
    print(
      `The machine was busy (load ${busy.toFixed(1)} on ${availableParallelism()} cores): performance is lower than it is.`,
    )
  print()
  print(
    JSON.stringify({
      js_kb: built.js_kb,
      css_kb: built.css_kb,
      requests: usable.requests,
      precache: { entries: built.precache_entries, kb: built.precache_kb },
      lighthouse: worst([signIn, first, again]),
      pages: { sign_in: signIn, search: first, search_installed: again },
    }),
  )
}

/** Usable: the first control of the app has a place on the screen. */
function navigationShown(page: Page): Promise<void> {
  return page.getByRole('link', { name: 'Lists' }).first().waitFor()
}

function filtersShown(page: Page): Promise<void> {
  return page.getByRole('complementary', { name: 'Filters' }).getByRole('button').first().waitFor()
}

function rowsShown(page: Page): Promise<void> {
  return page.getByRole('region', { name: 'Results' }).getByRole('row').nth(1).waitFor()
}

function table(visit: Mark[], built: ReturnType<typeof measure>): void {
  const line = (what: string, cells: unknown[]) =>
    print(`  ${what.padEnd(22)}${cells.map((cell) => String(cell).padStart(12)).join('')}`)
  const each = (what: string, pick: (mark: Mark) => number, most: number | string = '') =>
    line(what, [...visit.map(pick), most])
  print('First visit to a search, signed in, no throttling')
  line('', ['usable', 'filters', 'first rows', 'at most'])
  each('ms', (mark) => mark.ms)
  each('scripts, KB', (mark) => mark.js_kb, BUDGETS.js_kb)
  each('stylesheets, KB', (mark) => mark.css_kb, BUDGETS.css_kb)
  each('requests', (mark) => mark.requests, BUDGETS.requests)
  each('of them to the API', (mark) => mark.calls.length)
  each('Clerk, apart', (mark) => mark.clerk_requests)
  for (const path of visit[0]?.calls ?? []) print(`    ${path}`)
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

function worst(all: (Scores | undefined)[]): Scores | null {
  const found = all.filter((scores) => scores !== undefined)
  if (found.length === 0) return null
  return {
    performance: Math.min(...found.map((scores) => scores.performance)),
    accessibility: Math.min(...found.map((scores) => scores.accessibility)),
    best_practices: Math.min(...found.map((scores) => scores.best_practices)),
  }
}
