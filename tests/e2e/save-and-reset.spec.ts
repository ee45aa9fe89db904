import { randomUUID } from 'node:crypto'
import { expect as expectSoon, test, type Page } from '@playwright/test'
import { signIn, watchFor } from '../kit/journeys/people.ts'
import { openSaved, saveSearch } from '../kit/journeys/searches.ts'

// Storage is slow on a busy machine; a short timeout would prove nothing.
const expect = expectSoon.configure({ timeout: 30_000 })
const run = randomUUID().slice(0, 8)
const builders = `Perth builders ${run}`
const makers = `Perth makers ${run}`

const criteria = (page: Page) => {
  const { searchParams } = new URL(page.url())
  return Object.fromEntries([...searchParams].filter(([key]) => key !== 'saved'))
}

const save = async (page: Page, industry: string, name: string): Promise<void> => {
  await page.goto('/dashboard/search/new')
  await page.getByRole('checkbox', { name: industry, exact: true }).check()
  await saveSearch(page, name)
}

test('a new search has only its country, Reset restores the saved search, and a taken name is refused', async ({
  page,
}) => {
  const watched = watchFor(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page)

  await test.step('saves a search, and a new search has only its country', async () => {
    await save(page, 'Manufacturing', makers)
    await save(page, 'Construction', builders)
    await expect(page.getByRole('heading', { name: builders })).toBeVisible()
    await page.getByRole('link', { name: 'New search' }).click()
    await expect(page).toHaveURL(/\/dashboard\/search\/new\?country=AU$/)
    await expect(
      page.getByRole('checkbox', { name: 'Construction', exact: true }),
    ).not.toBeChecked()
  })

  await test.step('reopens, changes and resets it to its saved state', async () => {
    await openSaved(page, builders)
    const saved = { industry: 'Construction', country: 'AU' }
    await expect.poll(() => criteria(page)).toEqual(saved)
    await expect(page.getByRole('button', { name: 'Reset' })).toHaveCount(0)
    await page.getByRole('checkbox', { name: 'Construction', exact: true }).uncheck()
    await page.getByRole('checkbox', { name: 'Manufacturing', exact: true }).check()
    await expect(page.getByText('Changed', { exact: true })).toBeVisible()
    await expect.poll(() => criteria(page)).toEqual({ industry: 'Manufacturing', country: 'AU' })
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect.poll(() => criteria(page)).toEqual(saved)
    await expect(page.getByText('Changed', { exact: true })).toHaveCount(0)
  })

  await test.step('shows a taken name with the other search, in the console but not as a toast', async () => {
    const other = await page.evaluate(async (name) => {
      const { session } = Reflect.get(window, 'Clerk') as {
        session: { getToken: () => Promise<string> }
      }
      const reply = await fetch('/api/search/saved', {
        headers: { authorization: `Bearer ${await session.getToken()}` },
      })
      const all = (await reply.json()) as { id: string; name: string }[]
      return all.find((search) => search.name === name)?.id
    }, makers)
    const logs: string[] = []
    page.on('console', (message) => logs.push(message.text()))
    const refused = page.waitForResponse((response) => response.status() === 409)
    await page.getByRole('button', { name: `Actions for ${builders}` }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill(makers)
    await dialog.getByRole('button', { name: 'Rename' }).click()
    expect(await (await refused).json()).toMatchObject({
      code: 'name-taken',
      detail: `There’s already a saved search called '${makers}'.`,
      conflictingId: other,
    })
    // Shown beside the search, never over the user's work.
    await expect(page.getByText(/Choose a different name\./).last()).toBeVisible()
    await expect
      .poll(() => logs.filter((line) => line.includes('patchSearch was refused')))
      .toHaveLength(1)
    await expect(
      page.getByRole('region', { name: 'Notifications' }).getByRole('listitem'),
    ).toHaveCount(0)
  })
  expect(watched.faults).toEqual([])
})
