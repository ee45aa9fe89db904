import { line, showOnDevice } from '../../../kit/screens/saved-searches.tsx'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { List } from '../../../../contract/saved-work/lists.ts'
import { emptyCriteria } from '../../../../contract/search/criteria.ts'
import { HomeScreen } from '../../../../src/screens/home/home-screen.tsx'
import { SavedSearches } from '../../../../src/screens/search/saved/saved-searches.tsx'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { saveRecent, saveSearch } from '../../../../src/offline/searches.ts'
import { fakeApi } from '../../../kit/screens/screen.tsx'

const about = (industry: string) => ({ ...emptyCriteria, filters: { industry: [industry] } })

it('Home says in one line what needs a connection, and searches the device instead', async () => {
  const api = fakeApi({})
  const { send } = line(api)
  showOnDevice(<HomeScreen />, api, send, { address: '/dashboard' })
  await screen.findByRole('button', { name: 'New search' })
  expect(screen.queryByText(/^You’re offline/)).toBeNull()
  await act(async () => void (connectivity.online = false))
  expect(screen.getByRole('status').textContent).toBe(
    'You’re offline. New companies, signals and downloads need a connection.',
  )
  expect(screen.queryByRole('button', { name: 'Search in your own words' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Search this device' }))
  expect(history.state).toMatchObject({ onDevice: true })
  await act(async () => void (connectivity.online = true))
})

it('Home shows the newest five saved and recent searches from the device alone', async () => {
  const api = fakeApi({})
  const { send, network } = line(api)
  network.reached = false
  const home = <HomeScreen parts={() => <SavedSearches within="home" />} />
  const { local } = showOnDevice(home, api, send, { address: '/dashboard' })
  await vi.waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Recent searches' })).toBeNull(),
  )
  await act(async () => {
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six'])
      await saveSearch(local(), { name, category: 'company', criteria: about('Mining') })
    await saveRecent(local(), 'people', about('Construction'))
  })
  const saved = await screen.findByRole('region', { name: 'Saved searches' })
  await within(saved).findByText('Six')
  expect(within(saved).getAllByRole('link')).toHaveLength(5)
  expect(within(saved).queryByText('One')).toBeNull()
  expect(within(saved).getAllByText('Not synced yet')).toHaveLength(5)
  const recent = screen.getByRole('region', { name: 'Recent searches' })
  const link = within(recent).getByRole('link', { name: /People in Construction/ })
  expect(link.getAttribute('href')).toMatch(/^\/dashboard\/search\/new\?recent=/)
  expect(link.closest('[data-row]')).not.toBeNull()
})

it('Home shows the saved searches with new results first', async () => {
  const ids: string[] = []
  const lists = async (): Promise<List[]> => [{ ...aList, id: ids[0] ?? '', newSince: 12 }]
  const api = fakeApi({ lists })
  const { send, network } = line(api)
  network.reached = false
  const { local } = showOnDevice(<SavedSearches within="home" />, api, send)
  for (const name of ['Older', 'Newer'])
    ids.push(await saveSearch(local(), { name, category: 'company', criteria: about('Mining') }))
  const saved = await screen.findByRole('region', { name: 'Saved searches' })
  await vi.waitFor(() => {
    const [first, second] = within(saved).getAllByRole('link')
    expect(first?.textContent).toMatch(/^Older.*12 new/)
    expect(second?.textContent).not.toContain('new')
  })
})

const aList: List = {
  id: '',
  kind: 'dynamic',
  name: 'Older',
  category: 'company',
  isOwner: true,
  ownerId: 'user_alex',
  shared: false,
  version: 1,
  count: 40,
  newSince: null,
  createdAt: '2026-03-01T00:00:00Z',
  updatedAt: '2026-03-01T00:00:00Z',
}
