import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { emptyCriteria } from '../../../../contract/search/criteria.ts'
import { problems } from '../../../../contract/core/problem.ts'
import { RecordScreen } from '../../../../src/screens/records/record-screen.tsx'
import { safeUrl } from '../../../../src/screens/records/facts.ts'
import { peopleSearch } from '../../../../src/screens/records/people-of-company.tsx'
import { decodeSearch } from '../../../../src/screens/search/url.ts'
import { ApiProblem } from '../../../../src/lib/api-errors.ts'
import { aCompany, aPerson } from '../../../kit/fixtures/records.ts'
import { fakeApi, pageOf, show, type FakeCalls } from '../../../kit/screens/screen.tsx'
import { dayMs, dayOf } from '../../../../contract/core/days.ts'

const perthSteel = aCompany(1, {
  name: 'Perth Steel',
  abn: '51824753556',
  founded: 1987,
  phones: ['+61 8 5550 0101'],
  website: 'perthsteel.example',
  headcount_growth: { m3: 0.04, m6: -0.02, m12: 0.12 },
  revenue: { band: '10-25M', amount: 12_400_000, currency: 'AUD', basis: 'modelled' },
  provenance: {
    '*': { source: 'Test register', seen_at: '2026-01-15', confidence: 0.9 },
    founded: { source: 'Company website', seen_at: '2025-11-02', confidence: 0.7 },
  },
})

const fact = (label: string): HTMLElement => {
  const row = screen.getByText(label, { selector: 'dt button' }).closest('div')
  if (row === null) throw new Error(`${label} has no row`)
  return row
}

describe('the full view of a company', () => {
  const open = (tab = '', people = pageOf([aPerson(1)]), calls: FakeCalls = {}) =>
    show(
      <RecordScreen category="company" />,
      fakeApi({
        company: () => Promise.resolve(perthSteel),
        records: () => Promise.resolve(people),
        ...calls,
      }),
      `/dashboard/company?id=${perthSteel.id}${tab === '' ? '' : `&tab=${tab}`}`,
    )

  it('shows the source of a section once, and that of a fact with a press on its label', async () => {
    open()
    await screen.findByRole('heading', { level: 1, name: 'Perth Steel' })
    const overview = screen.getByRole('region', { name: 'Overview' })
    expect(fact('Founded').textContent).toBe('Founded1987')
    expect(within(overview).getAllByText(/^Source:/)).toHaveLength(1)
    expect(within(overview).getByText(/^Source:/).textContent).toMatch(/, and 1 other$/)
    await userEvent.click(within(overview).getByRole('button', { name: /^Founded: source/ }))
    const own = await screen.findByRole('dialog', { name: 'Source of Founded' })
    expect(own.textContent).toContain('Company website, 2 Nov 2025 · Confidence 70%')
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('tab', { name: 'Registry and financials' }))
    const registry = screen.getByRole('region', { name: 'Registry and financials' })
    expect(within(registry).getAllByText(/^Source:/)).toHaveLength(1)
    expect(fact('Revenue').textContent).toContain('A$12,400,000Estimated')
  })

  it('names what is not known on one line', async () => {
    open('registry')
    await screen.findByRole('heading', { level: 1 })
    const registry = screen.getByRole('region', { name: 'Registry and financials' })
    expect(within(registry).getByText(/^Not known: /).textContent).toContain('LEI, ')
    expect(within(registry).queryByText('LEI')).toBeNull()
    await userEvent.click(screen.getByRole('tab', { name: 'Technology' }))
    expect(screen.getByText(/^Not known: /).textContent).toBe(
      'Not known: Technologies, Web traffic',
    )
  })

  it('offers to call and navigate where a number and an address are known', async () => {
    open('', undefined, {
      company: async () => ({
        ...perthSteel,
        emails: ['office@perthsteel.example'],
        hq: { country: 'AU', suburb: 'Osborne Park', state: 'WA' },
      }),
    })
    expect(
      (await screen.findByRole('link', { name: '+61 8 5550 0101' })).getAttribute('href'),
    ).toBe('tel:+61855500101')
    for (const [name, text] of [
      ['Call Perth Steel', 'Call'],
      ['Email Perth Steel', 'Email'],
      ['Directions to Perth Steel', 'Directions'],
    ] as const)
      expect(screen.getByRole('link', { name }).textContent).toBe(text)
    expect(
      screen
        .getByRole('link', { name: 'perthsteel.example opens in a new tab' })
        .getAttribute('href'),
    ).toBe('https://perthsteel.example/')
  })

  it('shows what the register says of each number, and asks before a listed one is called', async () => {
    const [listed, clear] = ['+61 8 5550 0101', '+61 8 5550 0102']
    open('', undefined, {
      company: async () => ({
        ...perthSteel,
        phones: [listed, clear],
        dnc: {
          [listed]: { listed: 'yes' as const, washed_at: '2026-02-01' },
          [clear]: { listed: 'no' as const, washed_at: dayOf(new Date()) },
        },
      }),
    })
    await screen.findByText('Do not call')
    expect(fact('Phone').textContent).toContain(
      'On the Do Not Call Register, checked 1 Feb 2026. Do not call.',
    )
    expect(screen.getByRole('link', { name: 'Call Perth Steel' }).getAttribute('href')).toBe(
      'tel:+61855500102',
    )
    await userEvent.click(screen.getByRole('button', { name: /0101, on the Do Not Call Register/ }))
    await screen.findByRole('dialog', { name: 'Call Perth Steel anyway?' })
  })

  it('offers to call its mobile where it has no other number, after a question', async () => {
    open('', undefined, {
      company: async () => ({ ...perthSteel, phones: [], mobiles: ['+61 491 570 006'] }),
    })
    const call = await screen.findByRole('button', { name: /^Call Perth Steel, not checked/ })
    expect(screen.queryByText(/^Not known: .*Phone/)).toBeNull()
    await userEvent.click(call)
    expect(await screen.findByRole('dialog', { name: /Perth Steel/ })).toBeDefined()
  })

  it('describes the headcount trend in text beside the chart', async () => {
    open()
    const chart = await screen.findByRole('img', {
      name: 'Headcount growth: +4% over 3 months, −2% over 6 months, +12% over 12 months',
    })
    expect(chart).toBeDefined()
  })

  it('links to its people and to all of them in the search', async () => {
    open('people', pageOf([aPerson(1), aPerson(2)], 40))
    const people = await screen.findByRole('region', { name: 'People' })
    await within(people).findByRole('link', { name: /Person 1/ })
    const all = within(people).getByRole('link', { name: 'See all 40 people' })
    expect(all.getAttribute('href')).toBe(peopleSearch(perthSteel.id))
    const search = decodeSearch(peopleSearch(perthSteel.id).split('?')[1] ?? '', emptyCriteria)
    expect(search.tab).toBe('people')
    expect(search.criteria.filters).toEqual({ company_id: [perthSteel.id] })
  })

  it('opens the tab of the address, and arrow keys select the next', async () => {
    open('technology')
    const chosen = await screen.findByRole('tab', { name: 'Technology', selected: true })
    expect(screen.queryByRole('region', { name: 'Overview' })).toBeNull()
    chosen.focus()
    await userEvent.keyboard('{ArrowRight}')
    await screen.findByRole('region', { name: 'Locations' })
    expect(location.search).toContain('tab=locations')
    await userEvent.keyboard('{Home}')
    await screen.findByRole('region', { name: 'Overview' })
    expect(location.search).not.toContain('tab')
    expect(document.activeElement?.textContent).toBe('Overview')
  })

  it('marks facts last seen more than 180 days ago', async () => {
    const seen = (days: number) => ({
      source: 'Test register',
      seen_at: dayOf(Date.now() - days * dayMs),
      confidence: 0.9,
    })
    open('', undefined, {
      company: () =>
        Promise.resolve({
          ...perthSteel,
          b2b_vs_b2c: 'B2B',
          provenance: { '*': seen(181), founded: seen(170) },
        }),
    })
    await screen.findByRole('heading', { level: 1 })
    const names = screen
      .getAllByRole('button', { name: /: source/ })
      .map((each) => each.getAttribute('aria-label'))
    expect(names).toContain('Market: source, more than 180 days ago')
    expect(names).toContain('Founded: source')
  })

  it('asks which list to add the company to', async () => {
    const requests: unknown[] = []
    show(
      <RecordScreen
        category="company"
        addToList={({ adding }) => {
          requests.push(adding)
          return null
        }}
      />,
      fakeApi({
        company: () => Promise.resolve(perthSteel),
        records: () => Promise.resolve(pageOf([])),
      }),
      `/dashboard/company?id=${perthSteel.id}`,
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Add to list' }))
    expect(requests.at(-1)).toEqual({ category: 'company', ids: [perthSteel.id] })
  })

  it('shows open jobs and changes where the plan has no signals', async () => {
    const hiring = {
      ...perthSteel,
      signals_90d: 3,
      job_posts: { open: 5, by_department: { Sales: 4, Finance: 1 }, newest_at: '2026-01-10' },
    }
    open('jobs', undefined, {
      company: () => Promise.resolve(hiring),
      platformFeatures: async () => ({ features: {} }),
      customerFeatures: async () => ({ features: {} }),
    })
    const jobs = await screen.findByRole('figure', { name: 'Open jobs by department' })
    expect(
      within(jobs)
        .getAllByRole('listitem')
        .map((each) => each.textContent),
    ).toEqual(['Sales4', 'Finance1'])
    await userEvent.click(screen.getByRole('tab', { name: 'Signals 3' }))
    await screen.findByText(/^Your plan doesn’t include signals/)
    expect(screen.getByRole('region', { name: 'Signals' }).textContent).toContain(
      'Hiring: 5 open jobs, mostly in Sales (4); newest posted 10 Jan 2026.Headcount +12% over 12 months, +4% over the last 3.Source: Test register, 15 Jan 2026',
    )
  })

  it('says that a record does not exist', async () => {
    show(
      <RecordScreen category="company" />,
      fakeApi({
        company: () =>
          Promise.reject(
            new ApiProblem(
              404,
              {
                type: 'about:blank',
                title: problems['not-found'].title,
                status: 404,
                detail: '',
                instance: '',
                code: 'not-found',
                requestId: 'req_1',
              },
              null,
            ),
          ),
      }),
      '/dashboard/company?id=gone',
    )
    expect(await screen.findByText('We can’t find this record')).toBeDefined()
  })

  it('says what is safe and what to do after a server failure', async () => {
    const company = () => Promise.reject(new ApiProblem(400, null, null))
    show(<RecordScreen category="company" />, fakeApi({ company }), '/dashboard/company?id=broken')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Try again.')
    // There is none to send.
    expect(alert.textContent).not.toContain('reference')
  })

  it('never links an address that is not a web address', () => {
    expect(safeUrl('javascript:alert(1)')).toBeUndefined()
    expect(safeUrl('data:text/html,x')).toBeUndefined()
    expect(safeUrl('perthsteel.example/about')).toBe('https://perthsteel.example/about')
  })
})

describe('the full view of a person', () => {
  const open = (given: Parameters<typeof aPerson>[1], tab = 'overview') =>
    show(
      <RecordScreen category="people" />,
      fakeApi({
        person: () => Promise.resolve(aPerson(1, given)),
        records: () =>
          Promise.resolve(pageOf([aPerson(1), aPerson(2, { company_id: aPerson(1).company_id })])),
      }),
      `/dashboard/people?id=${aPerson(1).id}&tab=${tab}`,
    )

  it('shows masked details as text, and links the others', async () => {
    open(
      {
        work_email: { masked: 'p•••@one.example', deliverability: 'Verified' },
        mobile: {
          value: '0491 570 006',
          masked: '0491 ••• •06',
          type: 'mobile',
          dnc: { listed: 'yes', washed_at: '2026-02-01' },
        },
      },
      'contact',
    )
    await screen.findByText('p•••@one.example')
    expect(screen.queryByRole('link', { name: 'p•••@one.example' })).toBeNull()
    expect(screen.getByText('0491 570 006')).toBeDefined()
    expect(screen.queryByRole('link', { name: '0491 570 006' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Call Person 1' })).toBeNull()
    expect(fact('Mobile').textContent).toContain(
      'On the Do Not Call Register, checked 1 Feb 2026. Do not call.',
    )
  })

  it('offers to call and write where the details are known and allowed', async () => {
    open({
      work_email: {
        value: 'p@one.example',
        masked: 'p•••@one.example',
        deliverability: 'Verified',
      },
      mobile: {
        value: '0491 570 006',
        masked: '0491 ••• •06',
        type: 'mobile',
        dnc: { listed: 'no', washed_at: dayOf(new Date()) },
      },
    })
    const call = await screen.findByRole('link', { name: 'Call Person 1' })
    expect(call.getAttribute('href')).toBe('tel:0491570006')
    expect(screen.getByRole('link', { name: 'Email Person 1' }).getAttribute('href')).toBe(
      'mailto:p@one.example',
    )
  })

  it('shows the current job, also where the source only lists past ones', async () => {
    open({ history: [], role_start: '2025-02-01' }, 'career')
    const career = within(await screen.findByRole('region', { name: 'Career' }))
    expect(career.getByText('1 Feb 2025 – now')).toBeDefined()
    expect(career.getByRole('link', { name: 'Company 1' })).toBeDefined()
  })

  it('names no source that is older than the fact it would be the source of', async () => {
    const began = dayOf(Date.now() - 30 * dayMs)
    const seen = (seen_at: string) => ({ source: 'Test register', seen_at, confidence: 0.9 })
    open({ role_start: began, provenance: { '*': seen('2025-01-29') } })
    const why = await screen.findByRole('region', { name: 'Why now' })
    expect(why.textContent).toContain('New in the role')
    expect(why.textContent).toContain('Source: unknown')
  })

  it('who left has a badge with the source and its day, and no current job', async () => {
    const left = { on: '2026-02-03', source: 'Employer page', seen_at: '2026-02-05' }
    open({ left, role_start: '2022-01-01', company: { name: 'Perth Steel' } }, 'career')
    await screen.findByText('Left 3 Feb 2026')
    expect(screen.getByText('Left Perth Steel. Source: Employer page, 5 Feb 2026')).toBeDefined()
    expect(screen.queryByText('1 Jan 2022 – now')).toBeNull()
    expect(screen.getByText('1 Jan 2022 – 3 Feb 2026')).toBeDefined()
  })

  it('says nothing of earlier work at the company unless there was some', async () => {
    open({ previous_company_flag: false })
    await screen.findByRole('heading', { level: 1 })
    expect(document.body.textContent).not.toContain('Worked here before')
  })

  it('folds past jobs', async () => {
    open(
      {
        history: [
          { company: 'Company 1', title: 'Director', from: '2024-01-01', type: 'current' },
          {
            company: 'Old Mine',
            title: 'Engineer',
            from: '2019-01-01',
            to: '2023-12-31',
            type: 'historical',
          },
        ],
      },
      'career',
    )
    const past = await screen.findByText('Show 1 past job')
    expect(past.closest('details')?.open).toBe(false)
    await userEvent.setup().click(past)
    expect(past.closest('details')?.open).toBe(true)
    expect(screen.getByText('1 Jan 2019 – 31 Dec 2023')).toBeDefined()
  })

  it('shows colleagues without the person', async () => {
    open({})
    const colleagues = await screen.findByRole('region', { name: 'Colleagues' })
    await within(colleagues).findByRole('link', { name: /Person 2/ })
    expect(within(colleagues).queryByRole('link', { name: /Person 1/ })).toBeNull()
  })
})
