import { line, showOnDevice } from '../../../kit/screens/saved-searches.tsx'
import { act, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { emptyCriteria } from '../../../../contract/search/criteria.ts'
import { HomeScreen } from '../../../../src/screens/home/home-screen.tsx'
import { SavedSearches } from '../../../../src/screens/search/saved/saved-searches.tsx'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { saveRecent, saveSearch } from '../../../../src/offline/searches.ts'
import { fakeApi } from '../../../kit/screens/screen.tsx'

const about = (industry: string) => ({ ...emptyCriteria, filters: { industry: [industry] } })

it('Home links to what is on the device while offline', async () => {
  const api = fakeApi({})
  const { send } = line(api)
  showOnDevice(<HomeScreen />, api, send, { address: '/dashboard' })
  await screen.findByRole('button', { name: 'New search' })
  expect(screen.queryByText('You’re offline.')).toBeNull()
  await act(async () => void (connectivity.online = false))
  const link = screen.getByRole('link', { name: 'Work from your offline lists' })
  expect(link.getAttribute('href')).toBe('/dashboard/list?kind=offline')
  await act(async () => void (connectivity.online = true))
  expect(screen.queryByText('You’re offline.')).toBeNull()
})

it('Home shows the newest five saved and recent searches from the device alone', async () => {
  const api = fakeApi({})
  const { send, network } = line(api)
  network.reached = false
  const home = <HomeScreen parts={() => <SavedSearches within="home" />} />
  const { local } = showOnDevice(home, api, send, { address: '/dashboard' })
  await screen.findByText(/^Your recent searches appear here/)
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
