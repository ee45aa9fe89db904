import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { panel } from '../../../../src/screens/search/panel-state.ts'
import { SearchScreen } from '../../../../src/screens/search/search-screen.tsx'
import type { ApiClient } from '../../../../src/lib/api.ts'
import { Unreachable } from '../../../../src/lib/api-errors.ts'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { fakeApi, pageOf, show, windowOf, type FakeCalls } from '../../../kit/screens/screen.tsx'

const quiet: FakeCalls = {
  records: () => Promise.resolve(pageOf([])),
  counts: () => Promise.resolve({ total: 0, counts: {} }),
  optionLabels: () => Promise.resolve({ labels: {} }),
}
const found = (...labels: string[]) =>
  Promise.resolve({
    success: true,
    total: labels.length,
    records: labels.map((label) => ({ value: label, label, count: 1 })),
  })

const openFilter = (identifier: string, calls: FakeCalls) => {
  windowOf(1440)
  panel.filters = { [identifier]: true }
  show(<SearchScreen />, fakeApi({ ...quiet, ...calls }))
  return userEvent.setup()
}
const query = (): string => decodeURIComponent(location.search).replaceAll('+', ' ')
const rest = (ms: number) => act(() => new Promise((done) => setTimeout(done, ms)))

beforeEach(() => history.replaceState(null, '', '/'))

describe('searching options', () => {
  it('requests from two characters on where the specification says so', async () => {
    const searchOptions = vi.fn<ApiClient['searchFilterOptions']>(() => found('solar panels'))
    const user = openFilter('keywords', { searchFilterOptions: searchOptions })
    const field = await screen.findByRole('textbox', { name: 'Search keywords' })
    await user.type(field, ' s')
    await rest(350)
    expect(searchOptions).not.toHaveBeenCalled()
    expect(screen.getByText('Type at least 2 characters.')).toBeDefined()
    await user.type(field, 'o')
    await user.click(await screen.findByRole('checkbox', { name: 'solar panels' }))
    expect(searchOptions.mock.calls.map(([input]) => input)).toEqual([
      { identifier: 'keywords', searchTerm: 'so', from: 0, size: 10, country: 'AU' },
    ])
    expect(query()).toBe('?keywords=solar panels&country=AU')
  })

  it('accepts the typed text with Enter', async () => {
    const user = openFilter('services', { searchFilterOptions: () => found() })
    await user.type(
      await screen.findByRole('textbox', { name: 'Search services' }),
      'roof repairs{Enter}',
    )
    expect(query()).toBe('?services=roof repairs&country=AU')
    expect(
      within(screen.getByRole('list', { name: 'Chosen: Services' })).getByText('roof repairs'),
    ).toBeDefined()
  })

  it('shows the specification’s words when it fails', async () => {
    openFilter('services', { searchFilterOptions: () => Promise.reject(new Error('down')) })
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to fetch search results')
  })

  it('says at once while offline that options need a connection', async () => {
    connectivity.online = false
    try {
      openFilter('industry', { filterLevels: () => Promise.reject(new Unreachable('network')) })
      expect(await screen.findByText(/Options load when you reconnect/)).toBeDefined()
      expect(screen.queryByRole('alert')).toBeNull()
    } finally {
      connectivity.online = true
    }
  })

  it('preserves loaded options when the next page fails', async () => {
    const first = {
      success: true,
      total: 20,
      records: [{ value: 'Construction', label: 'Construction', count: 9 }],
    }
    const user = openFilter('industry', {
      filterLevels: ({ from }) =>
        from === 0 ? Promise.resolve(first) : Promise.reject(new Error('down')),
    })
    await user.click(await screen.findByRole('button', { name: 'Show more' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to fetch search results')
    expect(screen.getByRole('checkbox', { name: 'Construction' })).toBeDefined()
  })

  it('shows a tree level by level and joins its values by AND on request', async () => {
    const levels = vi.fn<ApiClient['filterLevels']>((input) =>
      input.levelOneId === undefined
        ? Promise.resolve({
            success: true,
            total: 1,
            records: [{ value: 'Back office', label: 'Back office', count: 9, hasChildren: true }],
          })
        : found('Xero', 'MYOB'),
    )
    const user = openFilter('technographics', { filterLevels: levels })
    await user.click(await screen.findByRole('button', { name: 'Open Back office' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Xero' }))
    await user.click(await screen.findByRole('checkbox', { name: 'MYOB' }))
    await user.click(await screen.findByRole('radio', { name: 'All of these' }))
    expect(query()).toBe('?country=AU&technographics=Xero&technographics=MYOB&and=technographics')
    expect(screen.getByLabelText('Search summary').textContent).toContain('using Xero and MYOB')
    expect(levels.mock.calls.map(([input]) => input.levelOneId)).toEqual([undefined, 'Back office'])
  })

  it('counts all open filters with one request a category', async () => {
    const counts = vi.fn<ApiClient['counts']>(() => Promise.resolve({ total: 5, counts: {} }))
    openFilter('company_type', { counts, searchFilterOptions: () => found('a') })
    panel.filters['revenue'] = true
    await rest(400)
    const requests = counts.mock.calls.map(([input]) =>
      [input.category, ...input.identifiers].join(),
    )
    expect(requests.filter((call) => call.includes('revenue'))).toEqual([
      'company,revenue,company_type,verified_lately,has_company_phone,has_company_mobile',
    ])
    expect(requests.filter((call) => call.startsWith('people'))).toHaveLength(1)
  })
})
