import { expect, test, type BrowserContext } from '@playwright/test'
import { links } from '../../contract/links.ts'
import { openings } from '../kit/journeys/dialogs.ts'
import { prepareDialogs } from '../kit/journeys/dialog-world.ts'
import { signIn } from '../kit/journeys/people.ts'
import { pressUntil } from '../kit/journeys/press-until.ts'
import { walkDialog } from '../kit/journeys/walk-dialogs.ts'

test.use({
  geolocation: { latitude: -31.9523, longitude: 115.8613 },
  permissions: ['geolocation'],
})

test('every dialog starts in its first field, acts on Enter, closes on Esc and gives the focus back', async ({
  context,
  browser,
}) => {
  // More than forty dialogs.
  test.setTimeout(900_000)
  const elsewhere = await browser.newContext()
  const world = await prepareDialogs(context, elsewhere)
  for (const opening of openings)
    await test.step(opening.name, async () => {
      expect.soft(await walkDialog(world, opening), opening.name).toEqual([])
    })
  await elsewhere.close()
  await revokeInvitation(context)
})

/** Its seat is for the journeys after this one. */
const revokeInvitation = async (context: BrowserContext): Promise<void> => {
  const page = await context.newPage()
  await page.goto(links.users())
  const revoke = page.getByRole('button', { name: /^Revoke / })
  await revoke.click()
  await expect(revoke).toHaveCount(0)
}

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
      page.getByRole('button', { name: 'New list', exact: true }).click({ timeout: 2_000 }),
    )
    await expect
      .poll(async () => {
        const box = await dialog.boundingBox()
        return box && { x: box.x, width: box.width, bottom: box.y + box.height }
      })
      .toEqual({ x: 0, width: 390, bottom: 844 })
  })
})
