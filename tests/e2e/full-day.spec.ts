import { randomUUID } from 'node:crypto'
import { expect as expectSoon, test, type Page } from '@playwright/test'
import { snapshotRemoved, workerReady } from '../kit/journeys/unreliable-network.ts'
import { signIn, watchFor } from '../kit/journeys/people.ts'
import { openPrompt, openSaved, saveSearch, sentence, promptBox } from '../kit/journeys/searches.ts'

// Storage is slow on a busy machine; a short timeout would prove nothing.
const expect = expectSoon.configure({ timeout: 30_000 })
const draft = 'builders in Perth'
const prompt = 'builders in Perth over 50 staff using Xero, not government'
const run = randomUUID().slice(0, 8)
const list = `To call ${run}`
const search = `Perth builders ${run}`
const many = 12

const rows = (page: Page) => page.getByRole('main').locator('[data-row]')
const openList = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: list, exact: true }).first().click()
  await expect(page.getByRole('heading', { name: list })).toBeVisible()
}

test('a full day: a search is described, refined, saved, listed, shared, taken offline and found by a colleague', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const watched = watchFor(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page)

  await test.step('describes a search in words, which survives a reload', async () => {
    await page.goto('/dashboard/search/new')
    await promptBox(page).fill(draft)
    await page.reload()
    await expect(promptBox(page)).toHaveValue(draft)
    await promptBox(page).fill(prompt)
    await promptBox(page).press('Enter')
    const answer = page.getByRole('group', { name: 'What was understood' })
    await expect(answer.getByRole('button', { name: /^Apply, [\d,]+ compan/ })).toBeVisible()
    await answer.getByRole('button', { name: 'Apply' }).click()
    await expect(sentence(page)).toContainText(/Perth.*not of type Government.*using Xero/)
  })

  await test.step('adds smaller companies', async () => {
    const sizes = page.locator('[id="filter-company_size"]')
    for (const size of ['1–10', '11–50'])
      await sizes.getByRole('checkbox', { name: size, exact: true }).check()
    await expect(sentence(page)).toContainText('with 1 or more local employees')
    await expect(page.getByRole('tab', { name: /^Companies [1-9]\d/ })).toBeVisible()
  })

  await test.step('saves and shares the search', async () => {
    await saveSearch(page, search)
    await expect(page.getByRole('heading', { name: search })).toBeVisible()
    await page.getByRole('button', { name: `Actions for ${search}` }).click()
    await page.getByRole('menuitem', { name: /^Share with/ }).click()
    await expect(page.getByText('Shared', { exact: true })).toBeVisible()
  })

  await test.step('adds the first results to a list', async () => {
    await page.getByRole('checkbox', { name: 'Select this page' }).check()
    await page.getByRole('button', { name: 'Select more' }).click()
    await page.getByRole('menuitem', { name: 'Choose how many…' }).click()
    await page.getByRole('textbox', { name: 'Number' }).fill(String(many))
    await page.getByRole('textbox', { name: 'Number' }).press('Enter')
    await expect(page.getByText(`First ${many} selected`)).toBeVisible()
    await page.getByRole('button', { name: 'Add to list', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Add to a list' })
    await dialog.getByRole('textbox').fill(list)
    await dialog.getByRole('button', { name: `New list “${list}”` }).click()
    await expect(page.getByText(`${many} companies added to “${list}”`)).toBeVisible()
    await page.getByRole('link', { name: 'Open list' }).click()
    await expect(page.getByText(`${many} companies`, { exact: true })).toBeVisible()
    await expect(rows(page).first()).toBeVisible()
  })

  await test.step('shares the list and makes it available offline', async () => {
    await workerReady(page)
    await page.getByRole('button', { name: `Actions for ${list}` }).click()
    await page.getByRole('menuitem', { name: 'Share with your company' }).click()
    await expect(page.getByText('Shared', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: `Actions for ${list}` }).click()
    await page.getByRole('menuitem', { name: 'Make available offline' }).click()
    await page.getByRole('button', { name: 'Not now' }).click()
    await expect(page.getByText('Offline · updated just now')).toBeVisible()
    await expect(page.getByRole('button', { name: /^All synced/ })).toBeVisible()
  })

  await test.step('opens it offline from a cold start', async () => {
    const address = page.url()
    await context.setOffline(true)
    await page.goto('about:blank')
    await page.goto(address)
    await snapshotRemoved(page)
    await expect(page.getByRole('heading', { name: list })).toBeVisible()
    await expect(rows(page)).toHaveCount(many)
    const first = rows(page).first().getByRole('link').first()
    const name = (await first.textContent()) ?? ''
    await first.click()
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await context.setOffline(false)
  })

  await test.step('opens it from Home', async () => {
    await page.goto('/dashboard')
    const offline = page.getByRole('region', { name: 'Offline lists' })
    await expect(offline.getByRole('link', { name: new RegExp(list) })).toBeVisible()
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(search) })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: search })).toBeVisible()
    await openPrompt(page)
    await expect(promptBox(page)).toHaveValue(prompt)
    await page.goto('/dashboard/list')
    await openList(page)
  })

  await test.step('lets a colleague read and copy it, but not change it', async () => {
    const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' })
    const colleague = await elsewhere.newPage()
    await colleague.setViewportSize({ width: 1440, height: 900 })
    await signIn(colleague, 'standard')
    await colleague.goto('/dashboard/list')
    await openList(colleague)
    await expect(colleague.getByText('Shared', { exact: false }).first()).toBeVisible()
    await expect(colleague.getByText(`${many} companies`, { exact: true })).toBeVisible()
    await expect(rows(colleague)).toHaveCount(many)
    await colleague.getByRole('button', { name: `Actions for ${list}` }).click()
    await expect(colleague.getByRole('menuitem', { name: 'Rename' })).toBeDisabled()
    await expect(colleague.getByRole('menuitem', { name: 'Duplicate', exact: true })).toBeEnabled()
    await colleague.keyboard.press('Escape')
    await rows(colleague).first().getByRole('link').first().click()
    await expect(colleague.getByRole('heading', { level: 1 })).toBeVisible()

    await colleague.goto('/dashboard/search/new')
    await openSaved(colleague, search)
    await expect(colleague.getByText('Shared with you', { exact: true })).toBeVisible()
    await expect(sentence(colleague)).toContainText(/Perth.*not of type Government.*using Xero/)
    await openPrompt(colleague)
    await expect(promptBox(colleague)).toHaveValue(prompt)
    await elsewhere.close()
  })
  expect(watched.faults).toEqual([])
})
