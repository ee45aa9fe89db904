import type { BrowserContext, Page } from '@playwright/test'
import { links } from '../../contract/links.ts'
import { presser } from '../loops/loops.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const nextStop = (page: Page) => page.getByRole('article', { name: 'Next stop' })

/** Makes a list available offline and plans its first eight companies for today. */
export const planToday = async (page: Page, list: string): Promise<void> => {
  await page.goto(links.list(list))
  await page.getByRole('button', { name: /^Make available offline/ }).click()
  await button(page, 'Not now').click()
  await page.getByText(/^Offline · updated/).waitFor()
  await page.goto(links.planFromList(list))
  await button(page, 'Choose the first 8').click()
  await button(page, 'Add 8 stops').click()
  await nextStop(page).waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
}

/** Opens Fieldbook without a connection, as a press of its icon does, which counts. */
const coldStart = async (context: BrowserContext) => {
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await page.goto(links.home())
  await nextStop(page).waitFor()
  const { press, count } = presser()
  return { page, press, count: () => 1 + count() }
}

export const toNextStop = async (context: BrowserContext): Promise<number> => {
  const { page, count } = await coldStart(context)
  await page.close()
  return count()
}

export const toLoggedVisit = async (context: BrowserContext): Promise<number> => {
  const { page, press, count } = await coldStart(context)
  await press(nextStop(page).getByRole('button', { name: 'Log visit' }))
  await press(button(page, 'Met'))
  await nextStop(page).getByText('Next stop, 2 of 8').waitFor()
  await page.close()
  return count()
}

export const toDatedFollowUp = async (context: BrowserContext): Promise<number> => {
  const { page, press, count } = await coldStart(context)
  await press(nextStop(page).getByRole('button', { name: 'Log visit' }))
  await press(button(page, 'Tomorrow'))
  await press(button(page, 'Call back'))
  await page.getByRole('list', { name: 'Coming up' }).waitFor()
  await page.close()
  return count()
}
