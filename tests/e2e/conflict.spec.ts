import { expect, type Page } from '@playwright/test'
import { forgetLists, listNamed, listOf } from '../kit/journeys/lists.ts'
import { test, workerReady, type Colleague, type Road } from '../kit/journeys/unreliable-network.ts'
import { signIn } from '../kit/journeys/people.ts'

test.use({ viewport: { width: 390, height: 844 } })
test.afterEach(({ road }) => road.heal())

const deletedMeanwhile = async (
  page: Page,
  road: Road,
  elsewhere: (member: 'standard' | 'admin') => Promise<Colleague>,
) => {
  const rep = await elsewhere('standard')
  await forgetLists(rep, 'Port drillers')
  const list = await listOf(rep, 'Port diggers', { size: 25, shared: true })
  const spare = await listOf(rep, 'Spare', { from: 25, size: 1 })
  const admin = await elsewhere('admin')

  await signIn(page, 'standard')
  await workerReady(page)
  await page.goto('/dashboard/list')
  await page.getByRole('button', { name: 'Make available offline: Spare' }).click()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByText('Offline · updated just now')).toBeVisible()
  await road.become('refused')
  await page.goto('/dashboard/list')
  await page.getByRole('button', { name: 'Actions for Port diggers' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Port drillers')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Port drillers', exact: true })).toBeVisible()
  await test.step('adds another company to the list', async () => {
    await page.goto(`/dashboard/list?id=${spare}`)
    await page
      .getByRole('main')
      .getByRole('listitem')
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Add to another list' }).click()
    await page.getByRole('button', { name: /Port drillers/ }).click()
  })
  await expect(page.getByText('Offline · 2')).toBeVisible()

  await admin.call('DELETE', `/lists/${list}`)
  expect(await listNamed(rep, 'Port diggers')).toBeUndefined()

  await road.become('free')
  await page.goto('/dashboard/sync')
  await expect(
    page.getByText('List “Port drillers” was deleted while you were changing it'),
  ).toBeVisible({ timeout: 45_000 })
  return { rep, list }
}

test('a list renamed offline and deleted by an admin comes back whole if the rep keeps it', async ({
  page,
  road,
  elsewhere,
}) => {
  const { rep, list } = await deletedMeanwhile(page, road, elsewhere)
  const clash = page
    .getByRole('listitem')
    .filter({ hasText: 'was deleted while you were changing it' })
  await test.step('shows both versions side by side', async () => {
    await expect(clash.getByText('Yours')).toBeVisible()
    await expect(clash.getByText('Port drillers', { exact: true })).toBeVisible()
    await expect(clash.getByText('26 records')).toBeVisible()
    await expect(clash.getByText('Someone else')).toHaveCount(0)
    await expect(clash.getByText('Deleted', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /1 change needs your attention/ })).toBeVisible()
  })
  await page.reload()
  await clash.getByRole('button', { name: /^Restore as new/ }).click()
  await expect(page.getByRole('heading', { name: 'Nothing to sync' })).toBeVisible()
  const restored = await listNamed(rep, 'Port drillers')
  expect(restored).toMatchObject({ count: 26, isOwner: true })
  expect(restored?.id).not.toBe(list)
  await page.goto('/dashboard/list')
  await page.getByRole('link', { name: 'Port drillers', exact: true }).click()
  await expect(page.getByText('26 companies', { exact: true })).toBeVisible()
})

test('a list renamed offline and deleted by an admin stays deleted if the rep discards it', async ({
  page,
  road,
  elsewhere,
}) => {
  const { rep } = await deletedMeanwhile(page, road, elsewhere)
  await page.getByRole('button', { name: /^Discard/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing to sync' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^All synced/ })).toBeVisible()
  await page.goto('/dashboard/list')
  await expect(page.getByRole('link', { name: 'Spare', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Port drillers', exact: true })).toHaveCount(0)
  expect(await listNamed(rep, 'Port drillers')).toBeUndefined()
})
