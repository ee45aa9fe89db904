import { expect, test, type Page } from '@playwright/test'
import { links } from '../../contract/links.ts'
import { pressUntil } from '../kit/journeys/press-until.ts'
import { signIn } from '../kit/journeys/people.ts'
import { framedScreens, openScreen } from '../kit/journeys/screens.ts'

test('every screen has a skip link and the same shortcuts', async ({ page }) => {
  test.setTimeout(900_000)
  await signIn(page)
  const ids = await someIds(page)
  for (const address of framedScreens(ids))
    await test.step(address, async () => {
      await openScreen(page, address)
      await page.keyboard.press('Tab')
      await expect.soft(page.getByRole('link', { name: /^Skip to/ }), address).toBeFocused()
      await expectOpens(page, '?', 'Keyboard shortcuts')
      await expectOpens(page, '/', 'Find a company or person')
      const elsewhere = address === links.home() ? links.lists() : links.home()
      await page.keyboard.press('g')
      await page.keyboard.press(address === links.home() ? 'l' : 'h')
      await expect(page).toHaveURL((url) => url.pathname === elsewhere)
    })
})

test('j and k move through the rows of a search, x selects, e opens the actions, and the skip link leads to the first', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page)
  await page.goto(links.newSearch())
  const rows = page.getByRole('main').locator('tr[data-row]')
  await expect(rows.nth(2)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to results' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows.first()).toBeFocused()
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(rows.nth(1)).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('k')
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('x')
  await expect(rows.first().getByRole('checkbox')).toBeChecked()
  await page.keyboard.press('e')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
})

test('typing in a field presses no shortcut', async ({ page }) => {
  await signIn(page)
  await page.goto(links.help())
  await expectOpens(page, '?', 'Keyboard shortcuts')
  const field = page.getByRole('main').getByRole('textbox').first()
  await field.fill('')
  await field.pressSequentially('g h / ? j')
  await expect(field).toHaveValue('g h / ? j')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/help/)
})

const expectOpens = async (page: Page, key: string, name: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name })
  await pressUntil(dialog, () => page.keyboard.press(key))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

const someIds = async (page: Page): Promise<{ company: string; person: string }> => {
  const first = async (tab: string): Promise<string> => {
    await page.goto(`${links.newSearch()}?tab=${tab}`)
    return (await page.locator('tr[data-row]').first().getAttribute('data-row')) ?? ''
  }
  return { company: await first('company'), person: await first('people') }
}
