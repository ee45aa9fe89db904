import type { Locator, Page } from '@playwright/test'

export const promptBox = (page: Page): Locator =>
  page.getByRole('textbox', { name: 'Describe who you want' })

/** Opens the description of a search with filters, whose place its sentence takes. */
export const openPrompt = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Edit the description' }).click()

/** The sentence that describes the search on the screen. */
export const sentence = (page: Page): Locator => page.getByLabel('Search summary')

/** Saves the new search on the screen, which stays open; resolves after its confirmation. */
export const saveSearch = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Save search' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save search' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Save search' }).click()
  await page.getByText(`“${name}” saved.`).waitFor()
}

export const openSaved = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Recent and saved searches' }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click()
  await page.getByRole('heading', { name }).waitFor()
}
