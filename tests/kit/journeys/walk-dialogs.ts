import type { Locator, Page } from '@playwright/test'
import type { Opening, World } from './dialogs.ts'
import { pressUntil } from './press-until.ts'

const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const patienceMs = 20_000

/** Opens a dialog by keyboard, and says what is wrong with its focus, its Enter and its Esc; nothing where all is right. */
export const walkDialog = async (world: World, opening: Opening): Promise<string[]> => {
  const { page } = world
  const wrong: string[] = []
  await page.setViewportSize(opening.phone ? phone : desk)
  try {
    await opening.at(world)
    const dialog = await open(page, opening)
    const started = await becomes(page, () => page.evaluate(judgeFocus, opening.panel ?? false))
    if (started !== '') wrong.push(started)
    await page.keyboard.press('Escape')
    if (!(await goes(dialog))) wrong.push('Esc leaves it open')
    else if (!opening.openerGoes) {
      const opener = opening.opener(page)
      const returned = await becomes(page, async () =>
        (await opener.evaluate((element) => element === document.activeElement))
          ? ''
          : `the focus returns to ${await page.evaluate(nameFocus)}`,
      )
      if (returned !== '') wrong.push(returned)
    }
    if (opening.acts !== null && !opening.openerGoes) wrong.push(...(await act(page, opening)))
    await opening.after?.(world)
  } catch (error) {
    wrong.push(String(error).split('\n').slice(0, 3).join(' '))
    await world.context.setOffline(false)
  }
  return wrong
}

const open = async (page: Page, { opener, item, key, title }: Opening): Promise<Locator> => {
  const dialog = page.getByRole('dialog', { name: title })
  await pressUntil(dialog, async () => {
    await opener(page).focus()
    await page.keyboard.press(key ?? 'Enter')
    if (item === undefined) return
    // The menu focuses its first item a moment after it opens.
    await page.locator('[role^="menuitem"]:focus').waitFor({ timeout: 2_000 })
    const choice = page.getByRole('menuitem', { name: item, exact: true })
    await choice.press('Enter', { timeout: 2_000 })
  })
  return dialog
}

/** Types into the first field and presses the key that acts: the dialog has done its work. */
const act = async (page: Page, opening: Opening): Promise<string[]> => {
  const dialog = await open(page, opening)
  await becomes(page, () => page.evaluate(judgeFocus, opening.panel ?? false))
  if (opening.types !== undefined) {
    await page.keyboard.press('Control+A')
    await page.keyboard.type(opening.types)
    const typed = await page.evaluate(() => {
      const { activeElement } = document
      return activeElement !== null && 'value' in activeElement ? String(activeElement.value) : ''
    })
    if (typed !== opening.types) return [`typing leaves '${typed}' in its first field`]
  }
  // A price may still be on its way.
  await dialog
    .locator('[aria-disabled="true"], [aria-busy="true"]')
    .last()
    .waitFor({ state: 'detached' })
  await page.keyboard.press(opening.acts ?? 'Enter')
  return (await goes(dialog)) ? [] : [`${opening.acts ?? 'Enter'} does nothing`]
}

const goes = (dialog: Locator): Promise<boolean> =>
  dialog.waitFor({ state: 'hidden', timeout: patienceMs }).then(
    () => true,
    () => false,
  )

/** The first finding that stays: empty as soon as there is none. */
const becomes = async (page: Page, look: () => Promise<string>): Promise<string> => {
  const until = Date.now() + patienceMs
  let found = await look()
  while (found !== '' && Date.now() < until) {
    await page.waitForTimeout(50)
    found = await look()
  }
  return found
}

/** In the page: what is wrong with the focus in the dialog on top. */
const judgeFocus = (isPanel: boolean): string => {
  const dialog = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1)
  const focused = document.activeElement
  if (dialog === undefined) return 'there is no dialog'
  if (!(focused instanceof HTMLElement) || !dialog.contains(focused))
    return 'the focus is behind it'
  if (focused.getAttribute('aria-label') === 'Close') return 'the focus is on Close'
  if (isPanel) return ''
  const fields = 'input:not([type="hidden"]), select, textarea, [role="group"] > button'
  const first = dialog.querySelector(fields)
  if (first !== null) return focused === first ? '' : 'the focus is not in its first field'
  const isDanger = dialog.querySelector('[data-danger]') !== null
  if (focused === dialog) return 'the focus is on no button'
  return isDanger && focused.matches('[data-danger]') ? 'the focus is on what deletes' : ''
}

/** In the page: the focused element, for people to read. */
const nameFocus = (): string => {
  const focused = document.activeElement
  return focused === null || focused === document.body
    ? 'nothing'
    : `${focused.tagName.toLowerCase()} '${(focused.getAttribute('aria-label') ?? focused.textContent).slice(0, 40)}'`
}
