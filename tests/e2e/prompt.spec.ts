import { randomUUID } from 'node:crypto'
import { expect as expectSoon, test, type Locator, type Page } from '@playwright/test'
import { pressUntil } from '../kit/journeys/press-until.ts'
import { signIn, watchFor } from '../kit/journeys/people.ts'
import { openPrompt, saveSearch, sentence, promptBox } from '../kit/journeys/searches.ts'

// Storage is slow on a busy machine; a short timeout would prove nothing.
const expect = expectSoon.configure({ timeout: 30_000 })
const prompt = 'builders in Perth over 50 staff using Xero, not government'
const name = `Perth builders ${randomUUID().slice(0, 8)}`

const opened = async (page: Page, identifier: string): Promise<Locator> => {
  const filter = page.locator(`[id="filter-${identifier}"]`)
  const button = filter.getByRole('button').first()
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
  return filter
}

const waitForRecentSave = async (page: Page, method: string): Promise<unknown> => {
  const answer = await page.waitForResponse(
    (response) =>
      response.request().method() === method && response.url().includes('/search/recent/'),
  )
  return answer.json()
}

test('a search for builders is described in words, refined, saved and found again with its prompt', async ({
  page,
}) => {
  const watched = watchFor(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page)
  const textbox = promptBox(page)
  const answer = page.getByRole('group', { name: 'What was understood' })

  await test.step('describes it in the palette', async () => {
    await expect(page.getByRole('button', { name: 'Find a company or person' })).toBeVisible()
    const palette = page.getByRole('combobox', { name: 'Find a company or person' })
    // The keys work once their code has loaded.
    await pressUntil(palette, () => page.keyboard.press('ControlOrMeta+k'))
    await palette.fill(prompt)
    await page.getByRole('option', { name: /^Search for “builders in Perth/ }).click()
    await expect(page).toHaveURL(/\/dashboard\/search\/new/)
    await expect(textbox).toHaveValue(prompt)
    const chips = answer.getByRole('list', { name: 'Understood' })
    for (const understood of [/construction/, /Perth/, /51 or more/, /Xero/, /not Government/])
      await expect(chips.getByRole('button', { name: understood }).first()).toBeVisible()
    await expect(answer.getByText('Not understood')).toHaveCount(0)
    await expect(answer.getByRole('button', { name: /^Apply, [\d,]+ compan/ })).toBeVisible()
    expect(new URL(page.url()).searchParams.has('location')).toBe(false)
  })

  await test.step('applies it', async () => {
    const created = waitForRecentSave(page, 'POST')
    await answer.getByRole('button', { name: 'Apply' }).click()
    await expect(sentence(page)).toContainText(/Perth.*not of type Government.*using Xero/)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expect(answer).toHaveCount(0)
    expect(await created).toMatchObject({ action: 'created' })
  })

  await test.step('refines it with two technologies and an excluded industry', async () => {
    const updated = waitForRecentSave(page, 'PUT')
    const technologies = await opened(page, 'technographics')
    await technologies.getByRole('textbox', { name: 'Search technologies' }).fill('microsoft')
    await technologies
      .getByRole('checkbox', { name: /microsoft/i })
      .first()
      .check()
    await technologies.getByText('All of these').click()
    await expect(sentence(page)).toContainText(/Xero and .*Microsoft|Microsoft.* and Xero/)
    const industries = await opened(page, 'industry')
    await industries
      .getByRole('button', { name: /^Exclude/ })
      .first()
      .click()
    await expect(sentence(page)).toContainText(/not in /)
    // Changes are saved after a debounce of 4 seconds (spec 9).
    expect(await updated).toMatchObject({ action: 'updated' })
  })

  await test.step('saves it and opens it again with its prompt', async () => {
    const saved = page.waitForResponse((response) => response.url().endsWith('/search/save'))
    await saveSearch(page, name)
    await expect(page.getByRole('heading', { name })).toBeVisible()
    expect(await (await saved).json()).toMatchObject({ coreAISearchPromptText: prompt })
    await page.getByRole('link', { name: 'New search' }).click()
    await expect(textbox).toHaveValue('')

    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: 'Find a company or person' }).fill(name.toLowerCase())
    const own = page.getByRole('group', { name: 'Saved searches and lists' })
    await expect(own.getByRole('option', { name: new RegExp(`^${name}`) })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect(sentence(page)).toContainText(/Perth.*Xero/)
    await openPrompt(page)
    await expect(textbox).toHaveValue(prompt)
    await page.reload()
    await openPrompt(page)
    await expect(textbox).toHaveValue(prompt)
  })
  expect(watched.faults).toEqual([])
})
