import 'fake-indexeddb/auto'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { emptyCriteria } from '../../../../contract/search/criteria.ts'
import { links } from '../../../../contract/links.ts'
import { allDestinations } from '../../../../src/app/navigation.ts'
import { QuickSearch } from '../../../../src/screens/quick-search/quick-search.tsx'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { DeviceProvider } from '../../../../src/shared/offline/device.tsx'
import { openDevice } from '../../../../src/offline/database.ts'
import { createList } from '../../../../src/offline/lists.ts'
import { saveViewed } from '../../../../src/offline/records.ts'
import { saveSearch } from '../../../../src/offline/searches.ts'
import { aCompany, aPerson } from '../../../kit/fixtures/records.ts'
import { fakeApi, show, windowOf } from '../../../kit/screens/screen.tsx'

const nobody = () => Promise.resolve({ success: true, total: 0, records: [] })
let last = 0

const open = async (address = '/dashboard') => {
  last += 1
  const owner = { userId: `user_palette_${last}`, orgId: 'org_harbour' }
  const device = openDevice(owner.userId, owner.orgId)
  let now = 1_000
  const local = { device, now: () => (now += 1_000), newId: uuidv7 }
  await saveViewed(local, 'company', aCompany(1, { name: 'Perth Steel', domain: 'ps.example' }))
  await saveViewed(local, 'people', aPerson(1, { name: 'Ana Nguyen' }))
  const search = await saveSearch(local, {
    name: 'Perth builders',
    category: 'company',
    criteria: emptyCriteria,
  })
  await createList(local, { name: 'Autumn calls', category: 'company', kind: 'static' })
  device.close()
  const onOpenChange = vi.fn<(open: boolean) => void>()
  show(
    <DeviceProvider owner={owner}>
      <QuickSearch open onOpenChange={onOpenChange} destinations={allDestinations('admin', true)} />
    </DeviceProvider>,
    fakeApi({ autocompleteCompanies: nobody, autocompletePeople: nobody }),
    address,
  )
  const field = await screen.findByRole('combobox')
  return { user: userEvent.setup(), onOpenChange, field, search }
}

const linesOf = async (title: string): Promise<(string | null)[]> =>
  within(await screen.findByRole('group', { name: title }))
    .getAllByRole('option')
    .map((line) => line.textContent)

beforeEach(() => {
  windowOf(1280)
  connectivity.online = true
})

describe('the command palette', () => {
  it('starts with the last opened records, actions and every screen', async () => {
    await open()
    expect(await linesOf('Recently opened')).toEqual([
      expect.stringMatching(/^Ana Nguyen/),
      expect.stringMatching(/^Perth Steel/),
    ])
    expect(await linesOf('Actions')).toEqual([
      'New list',
      expect.stringMatching(/^Describe a search/),
      'New search',
    ])
    expect(await linesOf('Go to')).toEqual(allDestinations('admin', true).map(({ label }) => label))
  })

  it('finds screens, searches and lists by name, from the first character', async () => {
    const { user, field, search } = await open()
    await user.type(field, 'b')
    expect(await linesOf('Saved searches and lists')).toEqual(['Perth buildersSaved search'])
    await user.clear(field)
    await user.type(field, 'autumn c')
    expect(await linesOf('Saved searches and lists')).toEqual(['Autumn callsList'])
    expect(screen.queryByRole('group', { name: 'Go to' })).toBeNull()
    await user.clear(field)
    await user.type(field, 'centre')
    expect(await linesOf('Go to')).toEqual(['Download centre', 'Sync centre'])
    await user.clear(field)
    await user.type(field, 'perth b')
    await linesOf('Saved searches and lists')
    await user.keyboard('{Enter}')
    expect(location.pathname + location.search).toBe(links.savedSearch(search))
  })

  it('logs a visit to the record on the screen, in two words', async () => {
    const { id } = aCompany(1)
    for (const address of [links.company(id), `${links.newSearch()}?country=AU&open=${id}`]) {
      const { user, field, onOpenChange } = await open(address)
      await screen.findByRole('option', { name: 'Log visit to Perth Steel' })
      await user.type(field, 'log v')
      expect(await linesOf('Do now')).toEqual(['Log visit to Perth Steel'])
      await user.keyboard('{Enter}')
      expect(onOpenChange).toHaveBeenCalledWith(false)
      expect(location.pathname + location.search).toBe(address)
      expect(history.state).toMatchObject({ begin: 'visit' })
      cleanup()
    }
  })

  it('begins a new list', async () => {
    const { user, field } = await open()
    await user.type(field, 'new')
    expect(screen.queryByRole('group', { name: 'Do now' })).toBeNull()
    await user.type(field, ' l')
    expect(await linesOf('Do now')).toEqual(['New list'])
    await user.keyboard('{Enter}')
    expect(location.pathname).toBe(links.lists())
    expect(history.state).toMatchObject({ begin: 'new list' })
  })

  it('says while offline which actions need a connection', async () => {
    connectivity.online = false
    const { user, field } = await open()
    expect(await linesOf('Actions')).toEqual([
      'New list',
      'Describe a searchRuns when you’re back online',
      'New searchResults need a connection',
    ])
    await user.type(field, 'builders in Perth')
    expect(await linesOf('Actions')).toEqual([
      'Search for “builders in Perth”Runs when you’re back online',
      'New searchResults need a connection',
    ])
  })

  it('hands the term to the search as a prompt', async () => {
    const { user, field, onOpenChange } = await open()
    await user.type(field, 'builders in Perth')
    await user.click(await screen.findByRole('option', { name: /^Search for “builders in Perth”/ }))
    expect(location.pathname).toBe(links.newSearch())
    expect(history.state).toMatchObject({ initialPrompt: 'builders in Perth' })
    expect(onOpenChange).toHaveBeenCalledWith(false)
  })
})
