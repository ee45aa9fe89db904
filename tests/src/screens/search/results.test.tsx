import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  noAccountIntelligence,
  type AccountIntelligence,
} from '../../../../contract/org/account-intelligence.ts'
import { columns } from '../../../../contract/records/columns.ts'
import { emptyCriteria } from '../../../../contract/search/criteria.ts'
import { companyCells } from '../../../../src/screens/search/results/company-cells.tsx'
import { peopleCells } from '../../../../src/screens/search/results/people-cells.tsx'
import { shownPlace } from '../../../../src/screens/search/results/shown-place.ts'
import { isStale } from '../../../../src/screens/search/record-kind.ts'
import { SearchScreen } from '../../../../src/screens/search/search-screen.tsx'
import { contact } from '../../../../src/lib/contact.ts'
import { ApiProblem, Unreachable } from '../../../../src/lib/api-errors.ts'
import type { ApiClient } from '../../../../src/lib/api.ts'
import { session } from '../../../../src/session/session.ts'
import { alex } from '../../../kit/session/people.ts'
import {
  aCompany,
  aPerson,
  fakeApi,
  pageOf,
  show,
  windowOf,
  type FakeCalls,
} from '../../../kit/screens/screen.tsx'

const market: FakeCalls = {
  records: (input) =>
    Promise.resolve(
      input.category === 'company' ? pageOf([aCompany(1), aCompany(2)]) : pageOf([aPerson(1)]),
    ),
  counts: () => Promise.resolve({ total: 3, counts: {} }),
  filterLevels: () => Promise.resolve({ success: true, total: 0, records: [] }),
  optionLabels: () => Promise.resolve({ labels: {} }),
}
const open = (calls: FakeCalls = {}, query = '?country=AU') => {
  show(<SearchScreen />, fakeApi({ ...market, ...calls }), `/dashboard/search/new${query}`)
  return userEvent.setup()
}
const query = (): string => decodeURIComponent(location.search).replaceAll('+', ' ')

/** Everyone has a table of their own. */
let someone = 0
const be = (userId: string): void => act(() => session.update({ identity: { ...alex, userId } }))

beforeEach(() => {
  windowOf(1440)
  someone += 1
  be(`user_table_${someone}`)
})

describe('the table of results', () => {
  it('can draw every column there is', () => {
    expect(Object.keys(companyCells)).toEqual(columns.company.map(({ key }) => key))
    expect(Object.keys(peopleCells)).toEqual(columns.people.map(({ key }) => key))
  })

  it('shows the standard columns until one chooses others, and the first always', async () => {
    const user = open()
    await screen.findByRole('columnheader', { name: 'Industry' })
    await user.click(screen.getByRole('button', { name: 'Choose columns' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Industry' }))
    await user.click(screen.getByRole('checkbox', { name: 'Founded' }))
    expect(screen.queryByRole('columnheader', { name: 'Industry', hidden: true })).toBeNull()
    expect(screen.getByRole('columnheader', { name: 'Founded', hidden: true })).toBeDefined()
    expect(screen.getByRole('columnheader', { name: 'Company', hidden: true })).toBeDefined()
  })

  describe('shows how well companies fit', () => {
    const withFit = async (config: Partial<AccountIntelligence>) => {
      const user = open({
        records: () =>
          Promise.resolve(
            pageOf([
              aCompany(1, {
                company_size: '11-50',
                industry: { l1_code: 'B', l1: 'Mining', naics: [] },
              }),
              aCompany(2, { company_size: '11-50', type: 'Trust' }),
            ]),
          ),
        accountIntelligence: () =>
          Promise.resolve({
            config: { ...noAccountIntelligence, ...config },
            version: 1,
            versions: [],
          }),
      })
      await screen.findByRole('columnheader', { name: 'Industry' })
      await user.click(screen.getByRole('button', { name: 'Choose columns' }))
      await user.click(await screen.findByRole('checkbox', { name: 'Fit' }))
      await user.keyboard('{Escape}')
      return user
    }

    it('with the points of each part, or what rules one out', async () => {
      const user = await withFit({
        idealCustomer: {
          industries: [{ division: 'Mining', group: null }],
          sizes: ['51-200'],
          regions: [],
          must: {},
          never: { company_type: ['Trust'] },
        },
      })
      const score = await screen.findByRole('button', {
        name: 'Fit of Company 1: 79 of 100. Industry 57 of 57, Size 22 of 43',
      })
      await user.click(score)
      const parts = await screen.findByRole('dialog', { name: 'Fit of Company 1' })
      expect(parts.textContent).toContain('Size22 of 43')
      expect(
        screen.getByRole('button', {
          name: 'Fit of Company 2: 0 of 100. Ruled out: Company type must not be Trust',
          hidden: true,
        }),
      ).toBeDefined()
    })

    it('and leads to describing the ideal customer while there is none', async () => {
      await withFit({})
      const [first] = await screen.findAllByRole('link', { name: 'Describe your ideal customer' })
      expect(first?.getAttribute('href')).toBe('/dashboard/account-intelligence-config')
    })
  })

  it('has its columns in the order one moves them to, and each person their own', async () => {
    const user = open()
    const heads = () =>
      screen
        .getAllByRole('columnheader', { hidden: true })
        .flatMap((head) => head.getAttribute('aria-label') ?? [])
    await screen.findByRole('columnheader', { name: 'Industry' })
    expect(heads().slice(0, 4)).toEqual(['Company', 'Industry', 'Local employees', 'Revenue'])
    await user.click(screen.getByRole('button', { name: 'Choose columns' }))
    await user.click(await screen.findByRole('button', { name: 'Move Revenue forward' }))
    await user.click(screen.getByRole('button', { name: 'Move Industry back' }))
    expect(heads().slice(0, 4)).toEqual(['Company', 'Revenue', 'Industry', 'Local employees'])
    const mine = `user_table_${someone}`
    be('user_table_other')
    expect(heads().slice(0, 4)).toEqual(['Company', 'Industry', 'Local employees', 'Revenue'])
    be(mine)
    expect(heads().slice(0, 4)).toEqual(['Company', 'Revenue', 'Industry', 'Local employees'])
    await user.click(screen.getByRole('button', { name: 'Reset columns' }))
    expect(heads().slice(0, 4)).toEqual(['Company', 'Industry', 'Local employees', 'Revenue'])
  })

  it('has columns as wide as one makes them with the keyboard, and remembers that', async () => {
    const user = open()
    const edge = await screen.findByRole('separator', { name: 'Width of Industry' })
    const width = () =>
      document.querySelector<HTMLElement>('col[data-column="industry"]')?.style.width
    expect(width()).toBe('9rem')
    edge.focus()
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}{ArrowRight}')
    expect(width()).toBe('11rem')
    expect(edge.getAttribute('aria-valuenow')).toBe(String(11 * 16))
    cleanup()
    open()
    await screen.findByRole('separator', { name: 'Width of Industry' })
    expect(width()).toBe('11rem')
    screen.getByRole('separator', { name: 'Width of Industry' }).focus()
    await user.keyboard('{Home}')
    expect(width()).toBe('9rem')
  })

  it('is sorted by a press on a head, and turned round by a second one', async () => {
    const records = vi.fn<ApiClient['records']>(market.records)
    const user = open({ records })
    const head = await screen.findByRole('columnheader', { name: 'Revenue' })
    await user.click(within(head).getByRole('button'))
    expect(query()).toBe('?country=AU&sort=revenue:desc')
    expect(head.getAttribute('aria-sort')).toBe('descending')
    await user.click(within(head).getByRole('button'))
    expect(head.getAttribute('aria-sort')).toBe('ascending')
    await waitFor(() =>
      expect(records.mock.lastCall?.[0].sorting).toEqual([{ field: 'revenue', order: 'asc' }]),
    )
  })

  it('greys what was not verified for 180 days', () => {
    const now = Date.parse('2026-07-31T00:00:00Z')
    const verified = (day: string) =>
      aCompany(1, { quality: { completeness: 1, verified_at: day } })
    expect(isStale(verified('2026-02-02'), now)).toBe(false)
    expect(isStale(verified('2026-01-31'), now)).toBe(true)
    expect(isStale(aCompany(1, { quality: { completeness: 1 } }), now)).toBe(true)
  })

  it('masks contact details and says how far they can be trusted', async () => {
    open(
      {
        records: () =>
          Promise.resolve(
            pageOf([
              aPerson(1, {
                work_email: { masked: 'p•••@one.example', deliverability: 'Catch-all' },
                mobile: { masked: '0491 •••', type: 'mobile', dnc: { listed: 'yes' } },
              }),
            ]),
          ),
      },
      '?tab=people',
    )
    const row = (await screen.findByText('p•••@one.example')).closest('tr')
    expect(row?.textContent).toContain('Catch-all')
    expect(within(row ?? document.body).getByTitle('On the Do Not Call Register')).toBeDefined()
  })

  it('shows the office a search is about', () => {
    const office = { suburb: 'Perth', state: 'WA', country: 'AU', lat: -31.95, lng: 115.86 }
    const hq = { suburb: 'Parkville', state: 'VIC', country: 'AU', lat: -37.78, lng: 144.95 }
    const company = aCompany(1, { hq, locations: [{ ...office, is_hq: false }] })
    const at = (criteria: Partial<typeof emptyCriteria>) =>
      shownPlace(company, { ...emptyCriteria, ...criteria })
    expect(at({})?.place.suburb).toBe('Parkville')
    expect(at({ filters: { location: ['AU/WA'] } })?.place.suburb).toBe('Perth')
    const near = at({ metadata: { near: { lat: -32, lng: 116 } } })
    expect(near?.place.suburb).toBe('Perth')
    expect(Math.round(near?.km ?? 0)).toBe(14)
  })
})

describe('the search in words', () => {
  it('opens the filter one presses on', async () => {
    const user = open({}, '?company_type=Private')
    await user.click(await screen.findByRole('link', { name: 'of type Private' }))
    await screen.findByRole('group', { name: 'Company type' })
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Company type'))
  })

  it('loses a filter with its chip', async () => {
    const user = open({}, '?company_type=Private&company_type=Trust&not.company_type=Education')
    const chips = within(await screen.findByRole('list', { name: 'Chosen filters' }))
    await user.click(chips.getByRole('button', { name: 'Remove Company type: Private, Trust' }))
    expect(query()).toBe('?not.company_type=Education')
    await user.click(chips.getByRole('button', { name: 'Remove Company type: not Education' }))
    expect(query()).toBe('?country=any')
    expect(screen.getByLabelText('Search summary').textContent).toContain('All companies')
  })
})

describe('small windows', () => {
  it('say on each card how well it fits, when that is the order', async () => {
    windowOf(390)
    open(
      {
        accountIntelligence: () =>
          Promise.resolve({
            config: {
              ...noAccountIntelligence,
              idealCustomer: { ...noAccountIntelligence.idealCustomer, sizes: ['11-50'] },
            },
            version: 1,
            versions: [],
          }),
        records: () => Promise.resolve(pageOf([aCompany(1, { company_size: '11-50' })])),
      },
      '?country=AU&sort=fit:desc',
    )
    const fit = await screen.findByRole('button', { name: /^Fit of Company 1/ })
    expect(fit.textContent).toBe('100')
  })

  it('show cards, and filters in a sheet with the live total on its button', async () => {
    windowOf(390)
    const user = open({ records: () => Promise.resolve(pageOf([aCompany(1)], 1284)) })
    await screen.findByRole('link', { name: 'Company 1' })
    expect(screen.queryByRole('table')).toBeNull()
    await user.click(screen.getByRole('button', { name: /Filters/ }))
    await user.click(await screen.findByRole('button', { name: 'Show 1,284 companies' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('where the server no longer speaks with this version', () => {
  it('says to update and that the filters are kept, and offers no other try', async () => {
    const title = 'A newer version of Fieldbook is available'
    const problem = {
      type: '',
      code: 'client-outdated',
      title,
      status: 426,
      detail: '',
      instance: '',
    }
    open({
      records: () => Promise.reject(new ApiProblem(426, { ...problem, requestId: 'r1' }, null)),
    })
    await screen.findByText('Your filters are still here. Update to keep going.')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(screen.queryByText(/Reference/)).toBeNull()
  })
})

describe('without a connection', () => {
  it('says so at once, and not after every try has been given its time', async () => {
    contact.reached = false
    open({ records: () => new Promise(() => {}) })
    await screen.findByText('We can’t reach Fieldbook')
    act(() => {
      contact.reached = true
    })
    await waitFor(() => expect(screen.queryByText('We can’t reach Fieldbook')).toBeNull())
  })

  it('says that the search is kept, and runs it when the server is reached again', async () => {
    let reached = false
    open({
      records: () =>
        reached
          ? Promise.resolve(pageOf([aCompany(1)]))
          : Promise.reject(new Unreachable('network')),
    })
    contact.reached = false
    await screen.findByText('Your search will run when you’re back online.')
    reached = true
    act(() => {
      contact.reached = true
    })
    expect(await screen.findByRole('rowheader', { name: /Company 1/ })).toBeDefined()
  })
})
