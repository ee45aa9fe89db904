import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { chromiumOptions } from '../../scripts/lib/browser.ts'
import { root } from '../../scripts/lib/tools.ts'
import { startProduct } from '../../scripts/product.ts'
import { seriousViolations } from '../../tests/kit/journeys/accessibility.ts'
import { signIn } from '../../tests/kit/journeys/people.ts'
import { colleague } from '../../tests/kit/journeys/unreliable-network.ts'
import { tableOf } from '../support/table.ts'
import { prepareShown, states, type Shown, type State } from './states.ts'

/**
 * npm run bench:screens -- --only lists,company: pictures of every state of the screens in three sizes, light and dark, and a
 * contact sheet per screen in test-results/screens. Axe judges each state once per theme, at the largest size. The last line is
 * one JSON object.
 */
const { values } = parseArgs({
  options: { only: { type: 'string' }, axe: { type: 'boolean', default: true } },
  allowNegative: true,
})
const only = values.only?.split(',')
const wanted = states.filter(({ screen }) => only?.includes(screen) ?? true)
const folder = join(root, 'test-results', 'screens')
const print = (line: string): void => void process.stdout.write(`${line}\n`)

const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
] as const
const themes = ['light', 'dark'] as const

type Picture = { screen: string; state: string; size: string; theme: string; file: string }

const pictures: Picture[] = []
const failed: string[] = []
const violations: string[] = []

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const product = await startProduct()
const browser = await chromium.launch(chromiumOptions)
try {
  const shown = await shownBy(browser)
  for (const theme of themes) for (const size of sizes) await walk(browser, shown, theme, size)
  for (const screen of new Set(wanted.map((each) => each.screen))) await sheetOf(browser, screen)
} finally {
  await browser.close()
  await product.stop()
}
for (const line of [...failed, ...new Set(violations)]) print(line)
print(
  tableOf(
    ['screen', 'pictures'],
    [...Map.groupBy(pictures, ({ screen }) => screen)].map(([screen, of]) => [
      screen,
      String(of.length),
    ]),
  ),
)
print(`Contact sheets: ${folder}`)
print(
  JSON.stringify({
    states: wanted.length,
    pictures: pictures.length,
    failed: failed.length,
    axe: new Set(violations).size,
  }),
)

async function shownBy(of: Browser): Promise<Shown> {
  const context = await of.newContext({ baseURL: product.url })
  const shown = await prepareShown(await colleague(context, 'admin'))
  await context.close()
  return shown
}

async function walk(
  of: Browser,
  shown: Shown,
  theme: 'light' | 'dark',
  size: (typeof sizes)[number],
): Promise<void> {
  const known = await of.newContext({ ...optionsOf(theme, size) })
  const stranger = await of.newContext({ ...optionsOf(theme, size) })
  const first = await known.newPage()
  await signIn(first)
  await first.close()
  for (const state of wanted)
    await takePicture(state.signedOut ? stranger : known, state, shown, theme, size)
  await known.close()
  await stranger.close()
}

function optionsOf(theme: 'light' | 'dark', size: (typeof sizes)[number]) {
  const isTouch = size.width < 1_000
  return {
    baseURL: product.url,
    viewport: size,
    colorScheme: theme,
    hasTouch: isTouch,
    isMobile: isTouch,
    locale: 'en-AU',
    timezoneId: 'Australia/Perth',
    reducedMotion: 'reduce' as const,
  }
}

async function takePicture(
  context: BrowserContext,
  state: State,
  shown: Shown,
  theme: string,
  size: (typeof sizes)[number],
): Promise<void> {
  const page = await context.newPage()
  const name = `${state.screen}, ${state.state}, ${size.width}, ${theme}`
  try {
    await open(page, context, state, shown)
    const file = `${name.replaceAll(/[^\w]+/g, '-')}.png`
    await page.screenshot({ path: join(folder, file) })
    pictures.push({
      screen: state.screen,
      state: state.state,
      size: String(size.width),
      theme,
      file,
    })
    if (values.axe && size.width === 1440)
      violations.push(
        ...(await seriousViolations(page)).map(
          (line) => `axe: ${state.screen}, ${state.state}: ${line}`,
        ),
      )
  } catch (error) {
    failed.push(`${name}: ${String(error).split('\n')[0] ?? ''}`)
  } finally {
    await context.setOffline(false)
    await page.close()
  }
}

async function open(
  page: Page,
  context: BrowserContext,
  state: State,
  shown: Shown,
): Promise<void> {
  if (state.api === 'offline') {
    // The worker has the page; the API and the rest of the network are away.
    await page.goto(state.address(shown))
    await settle(page)
    await context.setOffline(true)
    await page.reload()
  } else {
    if (state.api !== undefined)
      await page.route('**/api/**', (route) =>
        state.api === 'loading'
          ? undefined
          : route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{}' }),
      )
    await page.goto(state.address(shown))
  }
  await settle(page)
  await state.press?.(page)
  await page.waitForTimeout(state.press === undefined ? 0 : 600)
}

/** Waits until the network is quiet and late parts are drawn; a state that loads for ever has only the wait. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 2_500 }).catch(() => undefined)
  await page.waitForTimeout(700)
}

async function sheetOf(of: Browser, screen: string): Promise<void> {
  const page = await of.newPage({ viewport: { width: 3_200, height: 1_000 } })
  const own = pictures.filter((picture) => picture.screen === screen)
  const rows = [...Map.groupBy(own, ({ state }) => state)].map(
    ([state, all]) =>
      `<h2>${state}</h2><div>${all
        .map(
          ({ file }) =>
            `<img height=560 src="data:image/png;base64,${readFileSync(join(folder, file)).toString('base64')}">`,
        )
        .join('')}</div>`,
  )
  const html = `<style>body{font:20px sans-serif;background:#888}div{display:flex;gap:8px;flex-wrap:wrap}</style><h1>${screen}</h1>${rows.join('')}`
  await page.setContent(html)
  writeFileSync(join(folder, `sheet-${screen}.html`), html)
  await page.screenshot({ path: join(folder, `sheet-${screen}.png`), fullPage: true })
  await page.close()
}
