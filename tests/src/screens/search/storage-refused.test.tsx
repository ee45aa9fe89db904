import { openPage } from '../../../kit/screens/lists-page.tsx'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyCriteria } from '../../../../contract/search/criteria.ts'
import { links } from '../../../../contract/links.ts'
import { SavedSearches } from '../../../../src/screens/search/saved/saved-searches.tsx'
import { SearchScreen } from '../../../../src/screens/search/search-screen.tsx'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { startRealApp } from '../../../kit/screens/real-app.ts'
import { cuttable } from '../../../kit/screens/sync.tsx'
import { windowOf } from '../../../kit/screens/screen.tsx'

const { api: real, close } = await startRealApp()
const about = (industry: string) => ({
  ...emptyCriteria,
  filters: { industry: [industry] },
  category: 'company' as const,
})
let mines = ''
beforeAll(async () => {
  mines = (await real.saveSearch({ ...about('Mining'), name: 'Mines' })).id
  await real.newRecent(about('Construction'))
})
afterAll(close)
beforeEach(() => {
  windowOf(1440)
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('Not in a private window', 'SecurityError')
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  connectivity.online = true
})

describe('searches without device storage', () => {
  it('come from the server, read-only', async () => {
    openPage(real, <SavedSearches within="list" />, links.newSearch())
    const saved = await screen.findByRole('region', { name: 'Saved searches' })
    await within(saved).findByText('Mines')
    const recent = screen.getByRole('region', { name: 'Recent searches' })
    await within(recent).findByText(/Construction/)
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull()
  })

  it('cannot be saved', async () => {
    openPage(real, <SearchScreen />, links.newSearch())
    await waitFor(() =>
      expect(
        screen.getByRole('button', { name: 'Save search' }).getAttribute('aria-disabled'),
      ).toBe('true'),
    )
  })

  it('are unavailable while offline, and load after a reconnect', async () => {
    const network = cuttable(real)
    network.cut()
    openPage(network.api, <SavedSearches within="home" />, links.newSearch())
    expect(
      await screen.findAllByText(/can’t read saved data.*when you’re back online/),
    ).toHaveLength(2)
    await act(async () => network.mend())
    await screen.findByText('Mines')
  })

  it('open by their address, with their name and without editing', async () => {
    openPage(real, <SearchScreen />, links.savedSearch(mines))
    await screen.findByRole('heading', { level: 2, name: 'Mines' })
    expect(location.search).toContain('industry=Mining')
    expect(screen.getByText('View only')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Actions for Mines' })).toBeNull()
  })

  it('say that a search does not exist', async () => {
    openPage(real, <SearchScreen />, links.savedSearch('01990000-0000-7000-8000-000000000000'))
    expect(
      await screen.findByText('It may have been deleted, or isn’t shared with you.'),
    ).toBeTruthy()
  })
})
