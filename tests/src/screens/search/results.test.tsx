import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  noAccountIntelligence,
  type AccountIntelligence,
} from '../../../../contract/org/account-intelligence.ts'
import { columns } from '../../../../contract/records/columns.ts'
import { dayOf } from '../../../../contract/core/days.ts'
import type { PersonView } from '../../../../contract/records/records.ts'
import { emptyCriteria } from '../../../../contract/search/criteria.ts'
import { companyCells } from '../../../../src/shared/records-table/company-cells.tsx'
import { peopleCells } from '../../../../src/shared/records-table/people-cells.tsx'
import { pickLocation } from '../../../../contract/search/shown-location.ts'
import { formatFar } from '../../../../src/shared/records-table/shown-location.ts'
import { drawnColumns, shownColumns } from '../../../../src/shared/records-table/columns.ts'
import { isStale } from '../../../../src/shared/records/record-kind.ts'
import { SearchScreen } from '../../../../src/screens/search/search-screen.tsx'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { ApiProblem, Unreachable } from '../../../../src/lib/api-errors.ts'
import type { ApiClient } from '../../../../src/lib/api.ts'
import { session } from '../../../../src/session/session.ts'
import { alex } from '../../../kit/session/people.ts'
import { aCompany, aPerson } from '../../../kit/fixtures/records.ts'
import { fakeApi, pageOf, show, windowOf, type FakeCalls } from '../../../kit/screens/screen.tsx'

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

/** Each user has their own table. */
let someone = 0
const be = (userId: string): void => act(() => session.update({ identity: { ...alex, userId } }))

beforeEach(() => {
  windowOf(1440)
  someone += 1
  be(`user_table_${someone}`)
})

describe('the results table', () => {
  it('renders every column', () => {
    expect(Object.keys(companyCells)).toEqual(columns.company.map(({ key }) => key))
    expect(Object.keys(peopleCells)).toEqual(columns.people.map(({ key }) => key))
  })

  it('shows the default columns until the user chooses others, and always the first', async () => {
    const user = open()
    await screen.findByRole('columnheader', { name: 'Industry' })
    await user.click(screen.getByRole('button', { name: 'Choose columns' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Industry' }))
    await user.click(screen.getByRole('checkbox', { name: 'Founded' }))
    expect(screen.queryByRole('columnheader', { name: 'Industry', hidden: true })).toBeNull()
    expect(screen.getByRole('columnheader', { name: 'Founded', hidden: true })).toBeDefined()
    expect(screen.getByRole('columnheader', { name: 'Company', hidden: true })).toBeDefined()
  })

  describe('account fit in the results table', () => {
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

    it('shows the points of each part, or what rules a company out', async () => {
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

    it('links only admins to the description of the ideal customer while there is none', async () => {
      await withFit({})
      const [first] = await screen.findAllByRole('link', { name: 'Describe your ideal customer' })
      expect(first?.getAttribute('href')).toBe('/dashboard/account-intelligence-config')
      act(() => session.update({ identity: { ...alex, role: 'standard' } }))
      expect(screen.queryByRole('link', { name: 'Describe your ideal customer' })).toBeNull()
    })
  })

  it('stores the column order of each user', async () => {
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

  it('resizes columns with the keyboard, and stores the widths', async () => {
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

  it('sorts by a press on a header, and reverses on the next', async () => {
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

  it('marks records that were not verified for 180 days in their own column, with the name in full ink', async () => {
    const now = Date.parse('2026-07-31T00:00:00Z')
    const verified = (day: string) =>
      aCompany(1, { quality: { completeness: 1, verified_at: day } })
    expect(isStale(verified('2026-02-02'), now)).toBe(false)
    expect(isStale(verified('2026-01-31'), now)).toBe(true)
    expect(isStale(aCompany(1, { quality: { completeness: 1 } }), now)).toBe(true)
    open({
      records: () =>
        Promise.resolve(
          pageOf([
            aCompany(1, { quality: { completeness: 1, verified_at: '2025-02-01' } }),
            aCompany(2, { quality: { completeness: 1, verified_at: dayOf(new Date()) } }),
            aCompany(3, { quality: { completeness: 1 }, hq: { country: 'AU' } }),
          ]),
        ),
    })
    const old = (await screen.findByText('Old data')).closest('td')
    expect(old?.textContent).toBe('Old data, Verified 1 Feb 2025, more than 180 days ago')
    expect(screen.getAllByText('Old data')).toHaveLength(1)
    screen.getByRole('cell', { name: 'Australia' })
    const never = screen.getByText('Not verified').closest('td')
    expect(never?.textContent).toBe('Not verified, No register or check has confirmed it')
    expect(screen.getByRole('rowheader', { name: /Company 1/ }).className).not.toContain('faint')
  })

  it('fits its default columns into the width, the most useful first', () => {
    const keys = (category: 'company' | 'people', space: number) =>
      shownColumns(category, null, space).map(({ key }) => key)
    // The rem left for columns at 1440 px and at 820 px.
    expect(keys('people', 48.5)).toEqual(['name', 'work_email', 'mobile', 'verified_at'])
    expect(keys('people', 54)).toContain('company')
    expect(keys('people', 41.75)).toEqual(['name', 'work_email', 'mobile', 'verified_at'])
    expect(keys('company', 39)).toEqual([
      'name',
      'employees_local',
      'hq',
      'signals_90d',
      'verified_at',
    ])
    expect(keys('company', Number.POSITIVE_INFINITY)).toContain('industry')
    expect(shownColumns('people', ['skills'], 20).map(({ key }) => key)).toEqual(['name', 'skills'])
  })

  it('never makes the name narrower than 240 px', async () => {
    const user = open()
    const edge = await screen.findByRole('separator', { name: 'Width of Company' })
    edge.focus()
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
    expect(document.querySelector<HTMLElement>('col[data-column="name"]')?.style.width).toBe(
      '15rem',
    )
  })

  const openPeople = async (given: Partial<PersonView>) => {
    open({ records: () => Promise.resolve(pageOf([aPerson(1, given)])) }, '?tab=people')
    return screen.findByRole('row', { name: /Person 1/ })
  }
  const email = { masked: 'p•••@one.example', deliverability: 'Catch-all' }
  const mobile = { masked: '0491 •••', type: 'mobile', dnc: { listed: 'yes' } } as const

  it('says in the row what a reveal brings, how reliable it is and what it costs', async () => {
    const row = await openPeople({ work_email: email, mobile })
    await within(row).findByRole('button', { name: 'Reveal email · 1 credit: Person 1' })
    expect(row.textContent).toContain('Catch-all')
    expect(within(row).getByText('On the Do Not Call Register')).toBeDefined()
  })

  it('counts the details on the button where the tooltip names more than two', async () => {
    const row = await openPeople({
      work_email: email,
      personal_email: { masked: 'p•••@home.example' },
      mobile: { ...mobile, dnc: { listed: 'unknown' } },
    })
    const name = 'Reveal 3 details · 1 credit: Person 1'
    const button = await within(row).findByRole('button', { name })
    const said = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    expect(said?.textContent).toContain('work email, personal email and mobile')
  })

  it('names the personal email where a reveal brings nothing else', async () => {
    const row = await openPeople({ personal_email: { masked: 'p•••@home.example' } })
    const name = 'Reveal personal email · 1 credit: Person 1'
    expect(await within(row).findByRole('button', { name })).toBeDefined()
  })

  it('offers a number alone in the column of numbers', async () => {
    const row = await openPeople({ mobile: { ...mobile, dnc: { listed: 'unknown' } } })
    const name = 'Reveal · 1 credit: mobile of Person 1'
    const cell = (await within(row).findByRole('button', { name })).closest('td')
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads[cell?.cellIndex ?? -1]).toBe('Mobile')
  })

  it.each([
    ['LinkedIn only', { linkedin_url: 'https://linkedin.example/person' }],
    ['No contact details', {}],
  ])('says %s where a reveal brings nothing', async (text, given) => {
    const row = await openPeople(given)
    expect(within(row).getByText(text)).toBeDefined()
    expect(within(row).queryByRole('button', { name: /^Reveal/ })).toBeNull()
  })

  it('shows a revealed personal email and direct line where there is no other', async () => {
    const row = await openPeople({
      unlocked: true,
      personal_email: { masked: 'p•••@home.example', value: 'person@home.example' },
      direct_phone: { masked: '08 ••••', value: '(08) 7010 2513' },
    })
    await within(row).findByRole('link', { name: 'person@home.example' })
    await within(row).findByRole('link', { name: '(08) 7010 2513' })
    expect(within(row).getByText('Revealed')).toBeDefined()
  })

  it('shows a revealed number in place of the email where the number has no column', async () => {
    const person = aPerson(1, {
      unlocked: true,
      mobile: { ...mobile, value: '0491 570 156', dnc: { listed: 'no' } },
    })
    const shown = new Set(['name', 'work_email'])
    render(peopleCells['work_email']?.cell(person, { now: 0, shown, locate: () => undefined }))
    expect(await screen.findByText('0491 570 156')).toBeDefined()
  })

  it('gives the email more space where the number has no column', () => {
    const width = (space: number) =>
      drawnColumns('people', { keys: null, widths: {} }, space, peopleCells).find(
        ({ key }) => key === 'work_email',
      )?.width
    expect(width(30)).toBe((width(49) ?? 0) + 3)
  })

  it('marks a deregistered company below its name, which stays whole', async () => {
    const company = aCompany(1, { status: 'deregistered', domain: 'one.example' })
    open({ records: () => Promise.resolve(pageOf([company])) })
    const mark = await screen.findByText('Deregistered')
    const head = screen.getByRole('rowheader')
    expect(head.textContent).toBe('Company 1Deregisteredone.example')
    expect(within(head).getByRole('link').parentElement?.contains(mark)).toBe(false)
  })

  it('shows the office that a search is about', () => {
    const office = { suburb: 'Perth', state: 'WA', country: 'AU', lat: -31.95, lng: 115.86 }
    const hq = { suburb: 'Parkville', state: 'VIC', country: 'AU', lat: -37.78, lng: 144.95 }
    const company = aCompany(1, { hq, locations: [{ ...office, is_hq: false }] })
    const at = (criteria: Partial<typeof emptyCriteria>) =>
      pickLocation(company, { ...emptyCriteria, ...criteria })
    expect(at({})?.location.suburb).toBe('Parkville')
    expect(at({ filters: { location: ['AU/WA'] } })?.location.suburb).toBe('Perth')
    const near = { metadata: { near: { lat: -32, lng: 116 } } }
    expect(at(near)?.location.suburb).toBe('Perth')
    expect(formatFar(company, { ...emptyCriteria, ...near })).toBe('14 km')
  })

  it('shows the office in the radius of a location, and the head office below', async () => {
    const hq = { suburb: 'Parkville', state: 'VIC', country: 'AU', lat: -37.78, lng: 144.95 }
    const office = { suburb: 'Osborne Park', state: 'WA', country: 'AU', lat: -31.9, lng: 115.81 }
    const company = aCompany(1, {
      hq,
      locations: [
        { ...hq, is_hq: true },
        { ...office, is_hq: false },
      ],
    })
    open(
      {
        records: () =>
          Promise.resolve({ ...pageOf([company]), centres: [{ lat: -31.95, lng: 115.86 }] }),
      },
      '?location=AU/WA/Perth&radius=25',
    )
    const row = (await screen.findByRole('link', { name: 'Company 1' })).closest('tr')
    expect(row?.textContent).toContain('Osborne Park WA HQ Parkville VIC')
  })

  it('only verified in the last 90 days is a press, on the filter of the tab', async () => {
    const user = open()
    await user.click(await screen.findByRole('button', { name: 'Verified ≤ 90 days' }))
    await waitFor(() => expect(query()).toContain('verified_lately=Yes'))
    await user.click(screen.getByRole('tab', { name: /^People/ }))
    await user.click(await screen.findByRole('button', { name: 'Verified ≤ 90 days' }))
    await waitFor(() => expect(query()).toContain('person_verified_lately=Yes'))
  })

  it('acts on a row by its menu: directions to the office of the search, a call that asks first, a visit, a note, a report, and out of the search', async () => {
    const sydney = { suburb: 'Sydney', state: 'NSW', country: 'AU', lat: -33.87, lng: 151.21 }
    const perth = { suburb: 'Perth', state: 'WA', country: 'AU', lat: -31.95, lng: 115.86 }
    const company = aCompany(1, {
      phones: [],
      mobiles: ['0491 570 156'],
      hq: sydney,
      locations: [{ ...perth, is_hq: false }],
    })
    const user = open({ records: async () => pageOf([company]) }, '?country=AU&location=AU/WA')
    await screen.findByRole('link', { name: 'Company 1' })
    const choose = async (item: string): Promise<void> => {
      await user.click(screen.getByRole('button', { name: 'Actions for Company 1' }))
      await user.click(await screen.findByRole('menuitem', { name: item }))
    }
    const openTab = vi.spyOn(window, 'open').mockReturnValue(null)
    await choose('Directions')
    expect(openTab.mock.calls[0]?.[0]).toContain('-31.95')
    openTab.mockRestore()
    const opens = async (item: string, dialog: string): Promise<void> => {
      await choose(item)
      await screen.findByRole('dialog', { name: dialog })
      await user.keyboard('{Escape}')
    }
    await opens('Call', 'Call Company 1 anyway?')
    await opens('Log visit', 'Visit to Company 1')
    await opens('Add note', 'Note on Company 1')
    await opens('Report wrong data', 'What’s wrong with Company 1?')
    await choose('Hide from this search')
    await waitFor(() => expect(query()).toContain(`not.company_id=${company.id}`))
  })

  it('near a town sorts by distance, says the radius, and shows each distance', async () => {
    const requests: unknown[] = []
    const office = { suburb: 'Osborne Park', state: 'WA', country: 'AU', lat: -31.9, lng: 115.81 }
    const user = open({
      records: (input) => {
        requests.push([input.metadata, input.sorting])
        return Promise.resolve(pageOf([aCompany(1, { hq: office, locations: [] })]))
      },
      searchTowns: () =>
        Promise.resolve({
          success: true,
          total: 1,
          records: [{ value: 'AU/WA/Perth', label: 'Perth, WA', lat: -31.95, lng: 115.86 }],
        }),
    })
    await user.click(await screen.findByRole('button', { name: 'Near me or a town' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Near a town' }))
    await user.click(await screen.findByRole('button', { name: 'Perth, WA' }))
    await screen.findByRole('button', { name: 'within 25 km of Perth, WA' })
    const row = screen.getByRole('link', { name: 'Company 1' }).closest('tr')
    await waitFor(() => expect(row?.textContent).toContain('7 km Osborne Park WA'))
    expect(requests.at(-1)).toEqual([
      { near: { lat: -31.95, lng: 115.86, town: 'AU/WA/Perth', withinKm: 25 } },
      [{ field: 'distance', order: 'asc' }],
    ])
    await user.click(screen.getByRole('button', { name: 'Near: 25 km of Perth, WA' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Search everywhere' }))
    await waitFor(() => expect(query()).not.toContain('near'))
  })
})

describe('the query sentence', () => {
  const measureAtOnce = (): void => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe: () => void
        constructor(measure: () => void) {
          this.observe = measure
        }
        disconnect = () => {}
      },
    )
  }

  it('that fits offers no more, though the tap areas of its parts reach beyond its line', async () => {
    const sizes = [
      vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(39),
      vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(32),
    ]
    measureAtOnce()
    open({}, '?company_type=Private')
    await screen.findByRole('button', { name: 'of type Private' })
    expect(screen.queryByRole('button', { name: /^and \d+ more$/ })).toBeNull()
    vi.unstubAllGlobals()
    for (const size of sizes) size.mockRestore()
  })

  it('opens the filter of a pressed part', async () => {
    const user = open({}, '?company_type=Private')
    await user.click(await screen.findByRole('button', { name: 'of type Private' }))
    await screen.findByRole('group', { name: 'Company type' })
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Company type'))
  })

  it('opens a filter with the keyboard', async () => {
    const user = open({}, '?company_type=Private')
    const part = await screen.findByRole('button', { name: 'of type Private' })
    part.focus()
    await user.keyboard(' ')
    expect(await screen.findByRole('group', { name: 'Company type' })).toBeDefined()
  })

  it('says how many of its parts are beyond its lines, and shows them on press', async () => {
    const sizes = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(96)
    const boxes = vi
      .spyOn(HTMLElement.prototype, 'getBoundingClientRect')
      .mockImplementation(function (this: HTMLElement) {
        const isBeyond = /^(using|not of)/.test(this.textContent)
        return new DOMRect(0, 0, 300, isBeyond ? 72 : 48)
      })
    measureAtOnce()
    const user = open(
      {},
      '?company_type=Private&not.industry=Mining&not.company_type=Education&technographics=Xero',
    )
    await user.click(await screen.findByRole('button', { name: 'and 2 more', expanded: false }))
    await user.click(screen.getByRole('button', { name: 'Show less', expanded: true }))
    // A part that the keyboard reached: the line must not shrink while the next control is pressed.
    screen.getByRole('button', { name: 'of type Private' }).focus()
    await user.keyboard('{Tab}')
    await user.click(screen.getByRole('tab', { name: /^People/ }))
    expect(screen.getByRole('button', { name: 'Show less', expanded: true })).toBeDefined()
    vi.unstubAllGlobals()
    sizes.mockRestore()
    boxes.mockRestore()
  })
})

describe('narrow windows', () => {
  it('show the fit on each card when sorted by it', async () => {
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

  it('have the tools of a search in words in one bar', async () => {
    windowOf(390)
    const user = open()
    const bar = await screen.findByRole('group', { name: 'Search tools' })
    const tools = within(bar).getAllByRole('button')
    expect(tools.map(({ textContent }) => textContent)).toEqual([
      'Filters 1 in use',
      'Sort',
      'Near',
      'Save',
      'Recent',
      'Options',
    ])
    await user.click(within(bar).getByRole('button', { name: /^Options/ }))
    await user.click(
      await screen.findByRole('menuitemcheckbox', { name: 'Verified in the last 90 days' }),
    )
    expect(query()).toBe('?verified_lately=Yes&country=AU')
  })

  it('call a company and lead to its office from its card, and never call a listed number', async () => {
    windowOf(390)
    const office = { suburb: 'Perth', state: 'WA', country: 'AU', lat: -31.95, lng: 115.86 }
    const listed = '+61 8 7010 2514'
    open({
      records: () =>
        Promise.resolve(
          pageOf([
            aCompany(1, { phones: ['+61 8 7010 2513'], hq: office }),
            aCompany(2, { phones: [listed], dnc: { [listed]: { listed: 'yes' } } }),
          ]),
        ),
    })
    const call = await screen.findByRole('link', { name: 'Call Company 1' })
    expect(call.getAttribute('href')).toBe('tel:+61870102513')
    const way = screen.getByRole('link', { name: 'Directions to Company 1' })
    expect(way.getAttribute('href')).toContain('-31.95')
    expect(screen.queryByRole('link', { name: 'Call Company 2' })).toBeNull()
    expect(screen.getByText('Do not call')).toBeDefined()
  })

  it('show cards, and filters in a sheet with the live total on its button', async () => {
    windowOf(390)
    const user = open({ records: () => Promise.resolve(pageOf([aCompany(1)], 1284)) })
    const name = await screen.findByRole('link', { name: 'Company 1' })
    expect(name.closest('[data-row]')?.getAttribute('data-row')).toBe(aCompany(1).id)
    expect(screen.queryByRole('table')).toBeNull()
    await user.click(screen.getByRole('button', { name: /Filters/ }))
    await user.click(await screen.findByRole('button', { name: 'Show 1,284 companies' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('a server that refuses this version', () => {
  it('says to update and that the filters are saved, and offers no retry', async () => {
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

describe('the search while offline', () => {
  it('says so at once, without the timeout of every retry', async () => {
    connectivity.online = false
    open({ records: () => new Promise(() => {}) })
    await screen.findByText('You’re offline')
    act(() => {
      connectivity.online = true
    })
    await waitFor(() => expect(screen.queryByText('You’re offline')).toBeNull())
  })

  it('says that the search is saved, and runs it after a reconnect', async () => {
    let reached = false
    open({
      records: () =>
        reached
          ? Promise.resolve(pageOf([aCompany(1)]))
          : Promise.reject(new Unreachable('network')),
    })
    connectivity.online = false
    await screen.findByText('Your search will run when you’re back online.')
    reached = true
    act(() => {
      connectivity.online = true
    })
    expect(await screen.findByRole('rowheader', { name: /Company 1/ })).toBeDefined()
  })
})
