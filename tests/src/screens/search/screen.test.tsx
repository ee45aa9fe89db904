import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { problems } from '../../../../contract/core/problem.ts'
import { SearchScreen } from '../../../../src/screens/search/search-screen.tsx'
import { ApiProblem } from '../../../../src/lib/api-errors.ts'
import type { ApiClient } from '../../../../src/lib/api.ts'
import { aCompany, aPerson } from '../../../kit/fixtures/records.ts'
import { fakeApi, pageOf, show, windowOf, type FakeCalls } from '../../../kit/screens/screen.tsx'

const companies = Array.from({ length: 10 }, (_, index) => aCompany(index + 1))
const people = Array.from({ length: 10 }, (_, index) => aPerson(index + 1))

const market: FakeCalls = {
  records: (input) =>
    Promise.resolve(input.category === 'company' ? pageOf(companies, 1284) : pageOf(people, 5102)),
  counts: (input) =>
    Promise.resolve({
      total: input.category === 'company' ? 1284 : 5102,
      counts: { company_size: { '51-200': 64, '11-50': 1 } },
    }),
  filterLevels: () => Promise.resolve({ success: true, total: 0, records: [] }),
  optionLabels: () => Promise.resolve({ labels: {} }),
}

const open = (calls: FakeCalls = {}, query = '') => {
  show(<SearchScreen />, fakeApi({ ...market, ...calls }), `/dashboard/search/new${query}`)
  return userEvent.setup()
}

const query = (): string => decodeURIComponent(location.search).replaceAll('+', ' ')

beforeEach(() => windowOf(1440))

describe('the search screen', () => {
  it('starts a new search in the default country and shows the totals of both tabs', async () => {
    open()
    await screen.findByRole('tab', { name: 'Companies 1,284' })
    await screen.findByRole('tab', { name: 'People 5,102' })
    expect(query()).toBe('?country=AU')
    expect(screen.getByLabelText('Search summary').textContent).toBe('Companies in Australia')
  })

  it('writes a ticked option into the address and shows what each further one would give', async () => {
    const user = open()
    const group = await screen.findByRole('group', { name: 'Employees' })
    await within(group).findByText('64')
    const checkbox = within(group).getByRole('checkbox', { name: '11–50' })
    const spoken = document.getElementById(checkbox.getAttribute('aria-describedby') ?? '')
    expect(spoken?.querySelector('.sr-only')?.textContent).toBe(' 1 result')
    await user.click(within(group).getByRole('checkbox', { name: '51–200' }))
    expect(query()).toBe('?company_size=51-200&country=AU')
    expect(screen.getByLabelText('Search summary').textContent).toContain(
      'with 51–200 local employees',
    )
  })

  it('works with the keyboard alone: arrows between options, Space to tick, a button to exclude', async () => {
    const user = open()
    const group = await screen.findByRole('group', { name: 'Employees' })
    within(group).getByRole('checkbox', { name: '1–10' }).focus()
    await user.keyboard('{ArrowDown} ')
    expect(query()).toBe('?company_size=11-50&country=AU')
    await user.tab()
    await user.keyboard('{Enter}')
    expect(query()).toBe('?country=AU&not.company_size=11-50')
    expect(
      within(group).getByRole('button', { name: 'Exclude 11–50', pressed: true }),
    ).toBeDefined()
  })

  it('shows the chosen values of a closed filter', async () => {
    open({}, '?company_type=Private&not.company_type=Trust')
    const filter = await screen.findByRole('button', { name: /Company type/, expanded: false })
    expect(filter.textContent).toContain('Private, not Trust')
  })

  it('says that filters about people do not narrow companies', async () => {
    const records = vi.fn<ApiClient['records']>(market.records)
    const user = open({ records }, '?industry=Mining&seniority=Director')
    await screen.findByText(/Seniority applies to people only/)
    expect(records.mock.calls[0]?.[0].filters).toEqual({ industry: ['Mining'] })
    await user.click(screen.getByRole('button', { name: 'See people' }))
    await screen.findByRole('rowheader', { name: /Person 1\b/ })
    expect(records.mock.lastCall?.[0].filters).toEqual({
      industry: ['Mining'],
      seniority: ['Director'],
    })
  })

  it('counts people beside filters about people on the People tab only', async () => {
    const counts = vi.fn<ApiClient['counts']>((input) =>
      Promise.resolve({
        total: 5,
        counts: {
          company_size: { '51-200': 64 },
          ...(input.category === 'people' && { has_email: { Yes: 1414 } }),
        },
      }),
    )
    const user = open({ counts })
    const contact = await screen.findByRole('region', { name: 'Contact data' })
    await screen.findByText('64')
    expect(within(contact).queryByText('1,414')).toBeNull()
    await user.click(await screen.findByRole('tab', { name: /People/ }))
    await within(contact).findByText('1,414')
  })

  it('preserves the rows while newer ones load, and ignores a late answer', async () => {
    const waiting: ((page: ReturnType<typeof pageOf>) => void)[] = []
    const signals: AbortSignal[] = []
    const user = open({
      records: (input, options) => {
        if (options?.signal) signals.push(options.signal)
        if (input.filters?.['company_size'] === undefined)
          return Promise.resolve(pageOf(companies, 1284))
        return new Promise((done) => waiting.push(done))
      },
    })
    await screen.findByRole('rowheader', { name: /Company 1\b/ })
    const group = screen.getByRole('group', { name: 'Employees' })
    await user.click(within(group).getByRole('checkbox', { name: '51–200' }))
    await waitFor(() => expect(waiting).toHaveLength(1))
    expect(screen.getByRole('rowheader', { name: /Company 1\b/ })).toBeDefined()
    await user.click(within(group).getByRole('checkbox', { name: '11–50' }))
    await waitFor(() => expect(waiting).toHaveLength(2))
    expect(signals[1]?.aborted).toBe(true)
    await act(async () => waiting[1]?.(pageOf([aCompany(22, { name: 'Newer' })])))
    await screen.findByRole('rowheader', { name: /^Newer/ })
    await act(async () => waiting[0]?.(pageOf([aCompany(11, { name: 'Older' })])))
    expect(screen.queryByRole('rowheader', { name: /^Older/ })).toBeNull()
    expect(screen.getByRole('rowheader', { name: /^Newer/ })).toBeDefined()
  })

  it('selects rows over several pages with the keyboard and finds their people', async () => {
    const user = open({
      records: (input) =>
        Promise.resolve(pageOf(input.from === 10 ? [aCompany(11)] : companies, 11)),
    })
    const first = (await screen.findByRole('rowheader', { name: /Company 1\b/ })).closest('tr')
    first?.focus()
    await user.keyboard('{ArrowDown} ')
    const bar = await screen.findByRole('region', { name: 'Selection' })
    expect(bar.textContent).toContain('1 selected')
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Select Company 11' }))
    expect(screen.getByRole('region', { name: 'Selection' }).textContent).toContain('2 selected')
    await user.click(screen.getByRole('button', { name: 'Find people' }))
    expect(query()).toContain(`company_id=${aCompany(2).id}&company_id=${aCompany(11).id}`)
    expect(query()).toContain('tab=people')
  })

  it('resets to the search as it was opened and clears all but the country', async () => {
    const user = open({}, '?industry=Mining&country=NZ')
    await screen.findByRole('rowheader', { name: /Company 1\b/ })
    const group = screen.getByRole('group', { name: 'Employees' })
    await user.click(within(group).getByRole('checkbox', { name: '51–200' }))
    await user.click(screen.getByRole('button', { name: 'Clear all' }))
    expect(query()).toBe('?country=NZ')
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    expect(query()).toBe('?industry=Mining&country=NZ')
  })

  it('explains why there are no results, and what each removed filter would give', async () => {
    const user = open(
      {
        records: (input) => Promise.resolve(pageOf(input.filters?.['industry'] ? [] : companies)),
        counts: (input) =>
          Promise.resolve({ total: input.filters?.['industry'] ? 0 : 37, counts: {} }),
      },
      '?industry=Mining&country=NZ',
    )
    await screen.findByText('No companies match these filters')
    await user.click(
      await screen.findByRole('button', { name: /Without “Industry”\s*37 companies/ }),
    )
    expect(query()).toBe('?country=NZ')
    await screen.findByRole('rowheader', { name: /Company 1\b/ })
  })

  it('finds the filter that is too narrow among many, and offers nothing else meanwhile', async () => {
    const nothing = (input: { filters?: Record<string, string[]> | undefined }): boolean =>
      input.filters?.['industry'] !== undefined
    let answer: (() => void) | null = null
    const requested = new Promise<void>((done) => {
      answer = done
    })
    open(
      {
        records: (input) => Promise.resolve(pageOf(nothing(input) ? [] : companies)),
        counts: async (input) => {
          await requested
          return { total: nothing(input) ? 0 : 12, counts: {} }
        },
      },
      '?industry=Mining&company_size=51-200&revenue=1-10M&company_type=Private&b2b_vs_b2c=B2B&is_mnc=No&country=NZ',
    )
    await screen.findByText('No companies match these filters')
    expect(screen.queryByRole('button', { name: 'Clear all filters' })).toBeNull()
    act(() => answer?.())
    await screen.findByRole('button', { name: /Without “Industry”\s*12 companies/ })
  })

  it('says what the server refused', async () => {
    open({
      records: () =>
        Promise.reject(
          new ApiProblem(
            429,
            {
              type: 'about:blank',
              title: problems['rate-limited'].title,
              status: 429,
              detail: '',
              instance: '/records',
              code: 'rate-limited',
              requestId: 'req_7',
            },
            12,
          ),
        ),
    })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Too many searches in a minute')
    expect(alert.textContent).toContain('Try again in 12 s.')
    expect(alert.textContent).toContain('Reference req_7')
  })

  it('says what is safe and what to do after a server failure, with or without an answer', async () => {
    open({ records: () => Promise.reject(new ApiProblem(500, null, null)) })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('We couldn’t run this search')
    expect(alert.textContent).toContain('Your filters are still here. Try again')
  })

  it('does not page beyond the first 10,000 results and says so', async () => {
    open({ records: () => Promise.resolve(pageOf(companies, 18_204)) }, '?country=AU&page=1000')
    const next = await screen.findByRole('button', { name: 'Next page' })
    expect(next.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(next.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'You can browse the first 10,000 results. Add filters to see the rest.',
    )
  })

  it('opens a record on its own address in a narrow window, and going back restores the search', async () => {
    const user = open({}, '?industry=Mining&page=3')
    await user.click(await screen.findByRole('link', { name: 'Company 4' }))
    expect(location.pathname + location.search).toBe(`/dashboard/company?id=${aCompany(4).id}`)
    await act(async () => {
      history.back()
      await new Promise((done) => setTimeout(done, 20))
    })
    expect(query()).toBe('?industry=Mining&page=3')
  })

  it('opens a record beside the results, follows the arrows, and closes with Escape', async () => {
    show(
      <SearchScreen recordPanel={({ id }) => <p>{`Record ${id.slice(-2)}`}</p>} />,
      fakeApi(market),
    )
    const user = userEvent.setup()
    const row = (await screen.findByRole('rowheader', { name: /Company 4\b/ })).closest('tr')
    row?.focus()
    await user.keyboard('{Enter}')
    await screen.findByText('Record 04')
    expect(query()).toContain(`open=${aCompany(4).id}`)
    row?.focus()
    await user.keyboard('{ArrowDown}')
    await screen.findByText('Record 05')
    await user.keyboard('{Escape}')
    expect(screen.queryByText('Record 05')).toBeNull()
    expect(query()).not.toContain('open=')
  })
})
