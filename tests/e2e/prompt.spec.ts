import { expect, test, type Locator, type Page } from '@playwright/test'
import { signIn, watchFor } from './support/people.ts'

const prompt = 'builders in Perth over 50 staff using Xero, not government'
const name = 'Perth builders, described'

/** A filter of the panel by its identifier, opened where it is closed. */
const opened = async (page: Page, identifier: string): Promise<Locator> => {
  const filter = page.locator(`[id="filter-${identifier}"]`)
  const button = filter.getByRole('button').first()
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
  return filter
}

/** What the server answers to the next keeping of the search as recent. */
const kept = async (page: Page, method: string): Promise<unknown> => {
  const answer = await page.waitForResponse(
    (response) =>
      response.request().method() === method && response.url().includes('/search/recent/'),
  )
  return answer.json()
}

/** Other runs may have left one of the name. */
const forgotten = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Your searches' }).click()
  const all = page.getByRole('dialog', { name: 'Your searches' })
  const left = all.getByRole('button', { name: `Actions for ${name}` })
  await expect(all.getByRole('heading', { name: 'Saved searches' })).toBeVisible()
  while ((await left.count()) > 0) {
    await left.first().click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByText(`‘${name}’ deleted.`)).toBeVisible()
    await page.getByRole('button', { name: 'Close message' }).click()
  }
  if (await all.isVisible()) await page.keyboard.press('Escape')
}

test('find builders: described in words, refined, kept and found again with the words', async ({
  page,
}) => {
  const watched = watchFor(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page)
  const words = page.getByRole('textbox', { name: 'Describe who you are looking for' })
  const answer = page.getByRole('group', { name: 'What was understood' })
  const sentence = page.getByLabel('The search in words')

  await test.step('described from the palette', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Find a company or person' }).fill(prompt)
    await page.getByRole('option', { name: /^Search for “builders in Perth/ }).click()
    await expect(page).toHaveURL(/\/dashboard\/search\/new/)
    await expect(words).toHaveValue(prompt)
    const chips = answer.getByRole('list', { name: 'Understood' })
    for (const understood of [/construction/, /Perth/, /51–200/, /Xero/, /not Government/])
      await expect(chips.getByRole('button', { name: understood }).first()).toBeVisible()
    await expect(answer.getByText('Not understood')).toHaveCount(0)
    await expect(answer.getByText(/^[\d,]+ compan/)).toBeVisible()
    expect(new URL(page.url()).searchParams.has('location')).toBe(false)
  })

  await test.step('applied', async () => {
    const created = kept(page, 'POST')
    await answer.getByRole('button', { name: 'Apply' }).click()
    await expect(sentence).toContainText(/Perth.*not of type Government.*Xero/)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expect(answer).toHaveCount(0)
    expect(await created).toMatchObject({ action: 'created' })
  })

  await test.step('refined: two technologies at once, one industry left out', async () => {
    const updated = kept(page, 'PUT')
    const technologies = await opened(page, 'technographics')
    await technologies.getByRole('textbox', { name: 'Search technologies' }).fill('microsoft')
    await technologies
      .getByRole('checkbox', { name: /microsoft/i })
      .first()
      .check()
    await technologies.getByText('All of these').click()
    await expect(sentence).toContainText(/Xero and .*Microsoft|Microsoft.* and Xero/)
    const industries = await opened(page, 'industry')
    await industries
      .getByRole('button', { name: /^Exclude/ })
      .first()
      .click()
    await expect(sentence).toContainText(/not in /)
    // Changes rest for 4 seconds before they are kept (spec 9).
    expect(await updated).toMatchObject({ action: 'updated' })
  })

  await test.step('kept and opened again, the words with it', async () => {
    await forgotten(page)
    await page.getByRole('button', { name: 'Save search' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save search' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    const saved = page.waitForResponse((response) => response.url().endsWith('/search/save'))
    await dialog.getByRole('button', { name: 'Save search' }).click()
    await expect(page.getByText(`‘${name}’ saved.`)).toBeVisible()
    await expect(words).toHaveValue('')
    expect(await (await saved).json()).toMatchObject({ coreAISearchPromptText: prompt })

    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: 'Find a company or person' }).fill('perth builders, d')
    const own = page.getByRole('group', { name: 'Saved searches and lists' })
    await expect(own.getByRole('option', { name: new RegExp(`^${name}`) })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect(words).toHaveValue(prompt)
    await expect(sentence).toContainText(/Perth.*Xero/)
    await page.reload()
    await expect(words).toHaveValue(prompt)
  })
  await forgotten(page)
  expect(watched.faults).toEqual([])
})
