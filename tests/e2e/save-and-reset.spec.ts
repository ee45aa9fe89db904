import { randomUUID } from 'node:crypto'
import { expect as expectSoon, test, type Page } from '@playwright/test'
import { signIn, watchFor } from '../kit/journeys/people.ts'
import { openSaved, saveSearch } from '../kit/journeys/searches.ts'

// The device's storage takes its time on a busy machine; nothing is proven by giving up early.
const expect = expectSoon.configure({ timeout: 30_000 })
// A name is taken once, and each run leaves its own.
const run = randomUUID().slice(0, 8)
const builders = `Perth builders ${run}`
const makers = `Perth makers ${run}`

const criteria = (page: Page) => {
  const { searchParams } = new URL(page.url())
  return Object.fromEntries([...searchParams].filter(([key]) => key !== 'saved'))
}

/** Opens a new search in one industry and saves it under a name. */
const save = async (page: Page, industry: string, name: string): Promise<void> => {
  await page.goto('/dashboard/search/new')
  await page.getByRole('checkbox', { name: industry, exact: true }).check()
  await saveSearch(page, name)
}

test('save and reset: a new search holds only its country, Reset restores what was saved, and a taken name is refused', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const watched = watchFor(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page)

  await test.step('saved, and the new search holds only its country', async () => {
    await save(page, 'Manufacturing', makers)
    await save(page, 'Construction', builders)
    await expect(page).toHaveURL(/\/dashboard\/search\/new\?country=AU$/)
    await expect(
      page.getByRole('checkbox', { name: 'Construction', exact: true }),
    ).not.toBeChecked()
  })

  await test.step('reopened, changed and reset to what was saved', async () => {
    await openSaved(page, builders)
    const saved = { industry: 'Construction', country: 'AU' }
    await expect.poll(() => criteria(page)).toEqual(saved)
    await expect(page.getByRole('button', { name: 'Reset' })).toBeDisabled()
    await page.getByRole('checkbox', { name: 'Construction', exact: true }).uncheck()
    await page.getByRole('checkbox', { name: 'Manufacturing', exact: true }).check()
    await expect(page.getByText('Changed', { exact: true })).toBeVisible()
    await expect.poll(() => criteria(page)).toEqual({ industry: 'Manufacturing', country: 'AU' })
    await page.getByRole('button', { name: 'Reset' }).first().click()
    await expect.poll(() => criteria(page)).toEqual(saved)
    await expect(page.getByText('Changed', { exact: true })).toHaveCount(0)
  })

  await test.step('renamed to a taken name: the server names the other search, the console tells, no toast does', async () => {
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
    const told: string[] = []
    page.on('console', (message) => told.push(message.text()))
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
    // Said where the search stands, and never over what one does.
    await expect(page.getByText(/Choose a different name\.$/).last()).toBeVisible()
    await expect
      .poll(() => told.filter((line) => line.includes('patchSearch was not taken')))
      .toHaveLength(1)
    await expect(
      page.getByRole('region', { name: 'Notifications' }).getByRole('listitem'),
    ).toHaveCount(0)
  })
  expect(watched.faults).toEqual([])
})
