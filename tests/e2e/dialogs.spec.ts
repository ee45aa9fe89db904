import { expect, test, type Page } from '@playwright/test'
import { links } from '../../contract/links.ts'
import { openings, pressUntil } from '../kit/journeys/dialogs.ts'
import { prepareDialogs } from '../kit/journeys/dialog-world.ts'
import { signIn } from '../kit/journeys/people.ts'
import { framedScreens, openScreen } from '../kit/journeys/screens.ts'
import { walkDialog } from '../kit/journeys/walk-dialogs.ts'

test.use({
  geolocation: { latitude: -31.9523, longitude: 115.8613 },
  permissions: ['geolocation'],
})

test('every dialog starts in its first field, acts on Enter, closes on Esc and gives the focus back', async ({
  context,
  browser,
}) => {
  test.setTimeout(300_000)
  const elsewhere = await browser.newContext()
  const world = await prepareDialogs(context, elsewhere)
  for (const opening of openings)
    await test.step(opening.name, async () => {
      expect.soft(await walkDialog(world, opening), opening.name).toEqual([])
    })
  await elsewhere.close()
})

test('Esc closes a dialog over an open record, then the record', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page)
  await page.goto(links.newSearch())
  const record = page.locator('section[tabindex="-1"][aria-label="Company"]')
  await pressUntil(record, () =>
    page.getByRole('row').nth(1).getByRole('link').first().click({ timeout: 2_000 }),
  )
  await record.getByRole('button', { name: 'Add note' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Note on/ })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(record).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(record).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a dialog is a sheet at the bottom, as wide as the screen', async ({ page }) => {
    await signIn(page)
    await page.goto(links.lists())
    const dialog = page.getByRole('dialog', { name: 'New list' })
    await pressUntil(dialog, () =>
      page.getByRole('button', { name: 'New list' }).click({ timeout: 2_000 }),
    )
    await expect
      .poll(async () => {
        const box = await dialog.boundingBox()
        return box && { x: box.x, width: box.width, bottom: box.y + box.height }
      })
      .toEqual({ x: 0, width: 390, bottom: 844 })
  })
})

test('every screen has a skip link and the same shortcuts', async ({ page }) => {
  test.setTimeout(180_000)
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
