import type { Locator, Page } from '@playwright/test'
import { links } from '../../contract/links.ts'
import { openScreen } from '../../tests/kit/journeys/screens.ts'

/** Presses things and counts the presses. */
export const presser = () => {
  let count = 0
  return {
    press: async (what: Locator): Promise<void> => {
      await what.click()
      count += 1
    },
    count: (): number => count,
  }
}

/** The first of these that the screen shows, in the order of preference. */
const firstShown = async (...choices: Locator[]): Promise<Locator> => {
  await choices
    .reduce((all, choice) => all.or(choice))
    .first()
    .waitFor()
  for (const choice of choices) if (await choice.first().isVisible()) return choice.first()
  throw new Error('None of the ways is on the screen')
}

/** From a list that is sorted by distance: log a visit at the first company, then start the next one. */
export const nearestToNextVisit = async (page: Page, list: string): Promise<number> => {
  await page.goto(links.list(list))
  const pin = page.getByRole('button', { name: /^Make available offline/ }).first()
  const near = page.getByRole('button', { name: 'Nearest first' })
  await pin.or(near).first().waitFor()
  if (await pin.isVisible()) await pin.click()
  const keep = page.getByRole('button', { name: 'Not now' })
  await keep.click({ timeout: 3_000 }).catch(() => undefined)
  await near.click()
  await page.getByRole('button', { name: 'Use my location' }).click()
  const rows = page.getByRole('main').locator('[data-row]')
  await rows
    .getByText(/\d k?m\b/)
    .first()
    .waitFor()

  const { press, count } = presser()
  const inRow = rows.first().getByRole('button', { name: /^Log visit/ })
  const open = rows.first().getByRole('link').first()
  const way = await firstShown(inRow, open)
  await press(way)
  const log = page.getByRole('button', { name: 'Log visit', exact: true }).first()
  const met = page.getByRole('dialog').getByRole('button', { name: 'Met', exact: true })
  const next = await firstShown(met, log)
  if (!(await met.isVisible())) await press(next)
  await press(met)
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  return count()
}

/** From a search for people whose number one may see, to the call. */
export const searchToCall = async (page: Page): Promise<number> => {
  await openScreen(page, `${links.newSearch()}?country=AU&has_company_phone=Yes`)
  const { press, count } = presser()
  const row = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox') })
  const called = (within: Locator): Locator =>
    within.locator('a[href^="tel:"], button[aria-haspopup="dialog"][aria-label^="Call"]').first()
  const way = await firstShown(called(row.first()), row.first().getByRole('link').first())
  if ((await way.getAttribute('href'))?.startsWith('tel:') !== true) {
    await press(way)
    await called(page.getByRole('main')).waitFor()
  }
  // A call leaves the page: its link is counted as pressed.
  const ask = page.locator('button[aria-haspopup="dialog"][aria-label^="Call"]').first()
  if (await ask.isVisible()) {
    await press(ask)
    await page.getByRole('dialog').locator('a[href^="tel:"]').waitFor()
  }
  return count() + 1
}

/** Tab, and Enter on a skip link, from a loaded search to its first result. */
export const tabsToFirstResult = async (page: Page): Promise<number> => {
  await openScreen(page, links.newSearch())
  await page.locator('tr[data-row]').first().waitFor()
  for (let tabs = 1; tabs <= 300; tabs += 1) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => {
      const { activeElement } = document
      if (activeElement?.closest('[data-row]')) return 'row'
      return activeElement?.textContent === 'Skip to results' ? 'skip' : ''
    })
    if (at === 'skip') await page.keyboard.press('Enter')
    if (at === 'row') return tabs
    const arrived = await page.evaluate(
      () => document.activeElement?.closest('[data-row]') !== null,
    )
    if (at === 'skip' && arrived) return tabs
  }
  throw new Error('300 presses of Tab reach no result')
}
