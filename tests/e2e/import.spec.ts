import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { signIn, watchFor } from '../kit/journeys/people.ts'

const run = promisify(execFile)

test('the import command adds a real file to the running product, whose search finds a company of it', async ({
  page,
}) => {
  const watched = watchFor(page)
  await signIn(page)
  await page.getByRole('button', { name: 'Find a company or person' }).click()
  const box = page.getByRole('combobox')
  await box.fill('dryandra ener')
  await expect(page.getByRole('option', { name: /Dryandra Energy NL/ })).toHaveCount(0)

  const { stdout } = await run(process.execPath, [
    'scripts/import.mjs',
    '--format',
    'asx',
    'tests/kit/fixtures/importing/asx.csv',
  ])
  expect(stdout).toMatch(/added/i)

  await box.fill('')
  await box.fill('dryandra energy')
  await page.getByRole('option', { name: /Dryandra Energy NL/ }).click()
  await expect(page).toHaveURL(/\/dashboard\/company\?id=/)
  await expect(page.getByRole('heading', { name: 'Dryandra Energy NL' })).toBeVisible()
  await page.getByRole('tab', { name: 'Registry and financials' }).click()
  await expect(page.getByText('ASX:DQE').first()).toBeVisible()
  await expect(page.getByText(/ASX listed companies/).first()).toBeVisible()
  expect(watched.faults).toEqual([])
})
