import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openPage } from '../../../kit/screens/lists-page.tsx'
import { links } from '../../../../contract/links.ts'
import { AddToList } from '../../../../src/screens/lists/add-to-list.tsx'
import { SearchScreen } from '../../../../src/screens/search/search-screen.tsx'
import type { ApiClient } from '../../../../src/lib/api.ts'
import { Unreachable } from '../../../../src/lib/api-errors.ts'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { lists, membersOf } from '../../../../src/offline/live.ts'
import { startRealApp } from '../../../kit/screens/real-app.ts'
import { windowOf } from '../../../kit/screens/screen.tsx'
import { cuttable } from '../../../kit/screens/sync.tsx'

const { api: real, close } = await startRealApp()
afterAll(close)
afterEach(() => {
  cleanup()
  connectivity.online = true
})

const user = userEvent.setup()
const onServer = async (name: string) => (await real.lists({})).find((list) => list.name === name)

const openSearch = async (api: ApiClient = real) => {
  windowOf(1440)
  const network = cuttable(api)
  const page = openPage(
    network.api,
    <SearchScreen addToList={AddToList} />,
    `${links.newSearch()}?country=any`,
  )
  await user.click(await screen.findByRole('checkbox', { name: 'Select this page' }))
  return { network, ...page }
}
const press = async (name: string | RegExp): Promise<void> =>
  user.click(await screen.findByRole('button', { name }))
const intoNewList = async (name: string): Promise<void> => {
  await press('Add to list')
  const dialog = await screen.findByRole('dialog', { name: 'Add to a list' })
  await user.type(within(dialog).getByRole('textbox'), name)
  await user.click(await within(dialog).findByRole('button', { name: `New list “${name}”` }))
}
const selectFirst = async (label: string): Promise<void> => {
  await press('Select more')
  await user.click(await screen.findByRole('menuitem', { name: label }))
}

describe('adding rows of a search to a list', () => {
  it('adds selected rows, also offline, and undo restores the list', async () => {
    const { network, local } = await openSearch()
    network.cut()
    await intoNewList('Chosen without a network')
    expect(await screen.findByText('10 companies added to “Chosen without a network”')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
    const [list] = await lists(local.device)
    expect(list?.value).toMatchObject({ name: 'Chosen without a network', count: 10 })
    network.mend()
    await waitFor(async () =>
      expect(await onServer('Chosen without a network')).toMatchObject({ count: 10 }),
    )
    await press('Undo')
    await waitFor(async () => expect(await onServer('Chosen without a network')).toBeUndefined())
  })

  it('adds only missing rows, and undo removes only those', async () => {
    const { records } = await real.records({ category: 'company', size: 10 })
    const there = records.slice(0, 4).map(({ id }) => id)
    const { id } = await real.createList({ name: 'Half', category: 'company', recordIds: there })
    const { local } = await openSearch()
    await press('Add to list')
    await user.click(await screen.findByRole('button', { name: /^Half/ }))
    await screen.findByText('6 companies added to “Half”, 4 already there')
    expect(await membersOf(local.device, id)).toHaveLength(10)
    await press('Undo')
    await waitFor(async () => expect(await membersOf(local.device, id)).toHaveLength(4))
    await waitFor(async () => expect((await real.list({ id })).count).toBe(4))
  })

  it('lets the server choose the first rows in one request, and undoes them as one', async () => {
    const { id } = await real.createList({ name: 'Many', category: 'company' })
    let lost = 0
    const { local } = await openSearch({
      ...real,
      addFound: async (...input) => {
        const answer = await real.addFound(...input)
        lost += 1
        if (lost === 1) throw new Unreachable('network')
        return answer
      },
    })
    await selectFirst('All 300')
    expect(await screen.findByText('First 300 selected')).toBeTruthy()
    await press('Add to list')
    await user.click(await screen.findByRole('button', { name: /^Many/ }))
    await screen.findByText('300 companies added to “Many”')
    // The device pulls the new members on its own.
    await waitFor(async () => expect(await membersOf(local.device, id)).toHaveLength(300))
    await press('Undo')
    await waitFor(async () => expect((await real.list({ id })).count).toBe(0))
  })

  it('refuses the first rows while offline, because they need the server', async () => {
    const { network } = await openSearch()
    await selectFirst('First 100')
    network.cut()
    await press('Add to list')
    expect(await screen.findByText(/^You’re offline, so you can’t add a whole search/)).toBeTruthy()
  })

  it('selects any number of rows, and clearing a row leaves the rest of its page', async () => {
    await openSearch()
    await selectFirst('Choose how many…')
    const dialog = await screen.findByRole('dialog', { name: 'How many do you want to select?' })
    await user.type(within(dialog).getByRole('textbox', { name: 'Number' }), '301')
    await user.click(within(dialog).getByRole('button', { name: 'Select' }))
    expect(within(dialog).getByText('Enter a whole number from 1 to 300.')).toBeTruthy()
    await user.clear(within(dialog).getByRole('textbox', { name: 'Number' }))
    await user.type(within(dialog).getByRole('textbox', { name: 'Number' }), '7{Enter}')
    await screen.findByText('First 7 selected')
    const rows = screen.getAllByRole('checkbox', { name: /^Select / })
    await waitFor(() =>
      expect(rows.filter((row) => row instanceof HTMLInputElement && row.checked)).toHaveLength(7),
    )
    const [, second] = screen.getAllByRole('checkbox', { name: /^Select (?!this)/ })
    if (second) await user.click(second)
    await screen.findByText('6 selected')
  })

  it('refuses a list name that a saved search has', async () => {
    await real.saveSearch({ name: 'Taken', category: 'company', filters: {} })
    await openSearch()
    await press('Add to list')
    const dialog = await screen.findByRole('dialog', { name: 'Add to a list' })
    await user.type(within(dialog).getByRole('textbox'), 'taken')
    expect(
      await within(dialog).findByText(/^You already have a saved search called “taken”/),
    ).toBeTruthy()
    expect(within(dialog).queryByRole('button', { name: /^New list/ })).toBeNull()
  })
})
