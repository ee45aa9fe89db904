import type { Page } from '@playwright/test'
import { links } from '../../../contract/links.ts'

const alone = new Set<string>([
  links.signIn(),
  links.signUp(),
  links.maintenance(),
  links.privacyPage(),
  links.planSelection(),
  links.createCompany(),
  links.selectCustomer(),
])

/** The address of every screen with the rail and the top bar; `ids` are of records that exist. */
export const framedScreens = (ids: { company: string; person: string }): string[] => [
  ...new Set(
    Object.entries(links)
      .map(([name, link]) => link(name === 'person' ? ids.person : ids.company))
      .filter((address) => !/sign-out|\?(?!id=)/.test(address) && !alone.has(address)),
  ),
]

/** Goes to a screen as a link of the app does, and loads the app only where it is not open. */
export const goWithin = async (page: Page, address: string): Promise<void> => {
  const main = page.locator('#main')
  if ((await main.count()) === 0) await page.goto(address)
  else await page.evaluate((to) => history.pushState(null, '', to), address)
  await main.waitFor()
}

/** Goes to a screen; resolves once the app has drawn it, and the next Tab starts at its top as after a load. */
export const openScreen = async (page: Page, address: string): Promise<void> => {
  await goWithin(page, address)
  await page.locator('#main').getByRole('heading').first().waitFor()
  await page.evaluate(() => {
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
}
