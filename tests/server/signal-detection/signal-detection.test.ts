import { describe, expect, it } from 'vitest'
import type { Company, Person } from '../../../contract/records/records.ts'
import { signalTypeOf } from '../../../contract/signals/signal-types.ts'
import { companySignals } from '../../../server/signal-detection/company-changes.ts'
import { delistedSignal, listedSignals } from '../../../server/signal-detection/listings.ts'
import { personSignals } from '../../../server/signal-detection/people-changes.ts'
import type { SourceReport } from '../../../server/signal-detection/signal-draft.ts'
import { wrongDraft, type SignalDraft } from '../../../server/signals/add-signals.ts'

const report: SourceReport = {
  source: 'Harbour Register',
  url: 'https://harbour-register.example/1',
  day: '2026-05-02',
  trust: 0.8,
}

const company: Company = {
  id: '10000000-0000-4000-8000-000000000001',
  name: 'Wattle Freight Pty Ltd',
  trading_names: [],
  status: 'active',
  domains: [],
  industry: { l1_code: 'I', l1: 'Transport', l2_code: 'I461', l2: 'Road freight', naics: [] },
  employees_local: 100,
  hq: { address: '1 High Street', city: 'Perth', state: 'WA', postcode: '6000', country: 'AU' },
  locations: [],
  phones: [],
  mobiles: [],
  emails: [],
  social: {},
  technographics: [{ name: 'Xero', category: 'Finance' }],
  keywords: [],
  services: [],
  products: [],
  target_market: [],
  job_posts: { open: 8, by_department: { Sales: 2, Operations: 6 } },
  web_traffic: { band: '1-10k', trend: 'flat' },
  gst_registered: false,
  signals_90d: 0,
  quality: { completeness: 50 },
  provenance: { '*': { source: report.source, seen_at: '2026-02-02', confidence: 0.8 } },
}

const from = (change: Partial<Company>): SignalDraft[] =>
  companySignals({ before: company, after: { ...company, ...change } }, report)
const slugs = (drafts: readonly SignalDraft[]): string[] => drafts.map(({ slug }) => slug)

const explainsItself = (draft: SignalDraft): void => {
  expect(wrongDraft(draft)).toBeNull()
  expect(signalTypeOf(draft.slug)?.category).toBe(draft.category)
  for (const sentence of [draft.summary, draft.why_now]) expect(sentence).toMatch(/^\S.{20,}\.$/s)
  expect(draft.title.length).toBeGreaterThan(10)
  expect(draft.key_topics.length).toBeGreaterThan(0)
  expect(draft.source).toEqual({ name: report.source, url: report.url, published_at: report.day })
  expect(draft.event_date).toBe(report.day)
  expect(draft.score.length).toBeGreaterThan(1)
  expect(draft.confidence).toBeGreaterThanOrEqual(0.5)
}

describe('a company that changed', () => {
  it('gives no signal without a change', () => {
    expect(from({})).toEqual([])
    expect(from({ phones: ['+61 8 5550 0001'], description: 'New words' })).toEqual([])
  })

  it.each<[string, Partial<Company>, string, Record<string, unknown>]>([
    [
      'another name',
      { name: 'Banksia Logistics' },
      'register_change',
      { change: 'name', from: 'Wattle Freight Pty Ltd', to: 'Banksia Logistics' },
    ],
    ['struck off', { status: 'deregistered' }, 'register_change', { change: 'status' }],
    ['GST', { gst_registered: true }, 'register_change', { change: 'gst', to: 'registered' }],
    [
      'moved',
      { hq: { city: 'Perth', state: 'WA', postcode: '6005', country: 'AU' } },
      'register_change',
      { change: 'address', to: 'Perth WA 6005' },
    ],
    ['grew', { employees_local: 115 }, 'headcount_growth', { from: 100, to: 115, months: 3 }],
    ['shrank', { employees_local: 80 }, 'headcount_drop', { from: 100, to: 80, months: 3 }],
    [
      'hires',
      { job_posts: { open: 14, by_department: { Sales: 7, Operations: 7 } } },
      'hiring_surge',
      { open_roles: 14, baseline: 8, change_pct: 75, department: 'Sales' },
    ],
    [
      'adopts',
      {
        technographics: [
          { name: 'Xero', category: 'Finance' },
          { name: 'Slack', category: 'Communication' },
        ],
      },
      'tech_adopted',
      { technology: 'Slack' },
    ],
    [
      'opens',
      {
        locations: [
          { ...company.hq, country: 'AU', is_hq: true },
          { city: 'Darwin', state: 'NT', postcode: '0800', country: 'AU', is_hq: false },
        ],
      },
      'office_opened',
      { address: 'Darwin NT 0800' },
    ],
    [
      'more visits',
      { web_traffic: { band: '10-50k', trend: 'up' } },
      'web_traffic_shift',
      { from: '1–10k', to: '10–50k' },
    ],
  ])('gives one signal: %s', (_, change, slug, metrics) => {
    const drafts = from(change)
    expect(slugs(drafts)).toEqual([slug])
    expect(drafts[0]?.metrics).toMatchObject(metrics)
    expect(drafts[0]?.company).toEqual({
      id: company.id,
      name: change.name ?? company.name,
      industry: 'Road freight',
    })
    drafts.forEach(explainsItself)
  })

  it('gives no signal for differences of counting, spelling or detail', () => {
    expect(from({ employees_local: 109 })).toEqual([])
    expect(from({ job_posts: { open: 10, by_department: {} } })).toEqual([])
    expect(from({ name: 'WATTLE FREIGHT PTY. LTD.' })).toEqual([])
    expect(
      from({ hq: { ...company.hq, country: 'AU', suburb: 'East Perth', lat: -31.9, lng: 115.8 } }),
    ).toEqual([])
    const small = { ...company, employees_local: 6 }
    const after = { ...small, employees_local: 9 }
    expect(companySignals({ before: small, after }, report)).toEqual([])
  })

  it('gives no signal for values that were unknown before', () => {
    const { employees_local: _, job_posts: __, web_traffic: ___, ...rest } = company
    const before = { ...rest, technographics: [] }
    expect(companySignals({ before, after: company }, report)).toEqual([])
  })

  it('gives no signal for another source, which counts differently', () => {
    const other = { ...report, source: 'Another Register' }
    const after = { ...company, employees_local: 200, name: 'Banksia Logistics' }
    expect(companySignals({ before: company, after }, other)).toEqual([])
  })

  it('gives no signals when a new scan finds many technologies or addresses at once', () => {
    const technographics = 'abcdef'.split('').map((name) => ({ name, category: 'Hosting' }))
    expect(from({ technographics })).toEqual([])
    const locations = 'abcdefgh'
      .split('')
      .map((city) => ({ city, country: 'AU', is_hq: false as boolean }))
    expect(from({ locations })).toEqual([])
  })

  it('gives the same key on the same day, and another on another day', () => {
    const [once] = from({ employees_local: 130 })
    const [again] = from({ employees_local: 130 })
    const after = { ...company, employees_local: 130 }
    const [later] = companySignals({ before: company, after }, { ...report, day: '2026-06-02' })
    expect(again?.key).toBe(once?.key)
    expect(later?.key).not.toBe(once?.key)
  })

  it('uses an office in our markets if the head office is abroad', () => {
    const abroad: Company = {
      ...company,
      hq: { city: 'London', country: 'GB' },
      locations: [
        { city: 'London', country: 'GB', is_hq: true },
        { city: 'Hobart', state: 'TAS', country: 'AU', is_hq: false },
      ],
    }
    const after = { ...abroad, employees_local: 130 }
    const [draft] = companySignals({ before: abroad, after }, report)
    expect(draft?.location).toEqual({ city: 'Hobart', state: 'TAS', country: 'AU' })
  })
})

describe('an exchange’s list', () => {
  const listed = { ...company, ticker: 'XDX:WFT' }

  it('gives a listing only if there was an earlier list', () => {
    const drafts = listedSignals({ before: company, after: listed }, 'XDX', report, true)
    expect(slugs(drafts)).toEqual(['ipo_listing'])
    drafts.forEach(explainsItself)
    expect(listedSignals({ before: company, after: listed }, 'XDX', report, false)).toEqual([])
    expect(slugs(listedSignals({ before: undefined, after: listed }, 'XDX', report, true))).toEqual(
      ['ipo_listing'],
    )
    expect(listedSignals({ before: listed, after: listed }, 'XDX', report, true)).toEqual([])
  })

  it('gives register changes for another code and for delisting', () => {
    const recoded = { ...listed, ticker: 'XDX:WFR' }
    const drafts = [
      ...listedSignals({ before: listed, after: recoded }, 'XDX', report, true),
      delistedSignal(listed, 'XDX:WFT', report),
    ]
    expect(drafts.map(({ slug, metrics }) => [slug, metrics['change']])).toEqual([
      ['register_change', 'code'],
      ['register_change', 'listing'],
    ])
    drafts.forEach(explainsItself)
  })
})

describe('a person who changed', () => {
  const other: Company = {
    ...company,
    id: '10000000-0000-4000-8000-000000000002',
    name: 'Kea Dental',
  }
  const person: Person = {
    id: '20000000-0000-4000-8000-000000000001',
    name: 'Mia Novak',
    first_name: 'Mia',
    last_name: 'Novak',
    position: 'Sales Manager',
    position_cleaned: 'Sales Manager',
    seniority: 'Manager',
    department: 'Sales',
    company_id: company.id,
    company: { name: company.name },
    location: { city: 'Perth', state: 'WA', country: 'AU' },
    role_start: '2024-01-01',
    history: [],
    skills: [],
    social: {},
    previous_company_flag: false,
    quality: { completeness: 50 },
    provenance: company.provenance,
  }
  const ended = {
    company: company.name,
    company_id: company.id,
    title: 'Sales Manager',
    to: '2026-05-01',
    type: 'historical' as const,
  }
  const seen = (change: Partial<Person>, before = person) =>
    personSignals(
      {
        before,
        after: { ...before, ...change },
        from: company,
        at: change.company_id === other.id ? other : company,
      },
      report,
    )

  it.each<[string, Partial<Person>, string[]]>([
    ['nothing', { skills: ['Negotiation'] }, []],
    ['another employer', { company_id: other.id, history: [ended] }, ['job_change']],
    [
      'a step up',
      {
        position: 'Head of Sales',
        position_cleaned: 'Head of Sales',
        seniority: 'Head',
        history: [ended],
      },
      ['promotion'],
    ],
    [
      'another role of the same rank',
      { position: 'Marketing Manager', position_cleaned: 'Marketing Manager' },
      ['new_in_role'],
    ],
    ['gone to an unknown place', { history: [ended] }, ['left_company']],
    [
      'a seat on the board',
      {
        position: 'Company Director',
        position_cleaned: 'Company Director',
        seniority: 'Board/company director',
      },
      ['board_appointment'],
    ],
  ])('gives %s', (_, change, expected) => {
    const drafts = seen(change)
    expect(slugs(drafts)).toEqual(expected)
    drafts.forEach(explainsItself)
    for (const draft of drafts)
      expect(draft).toMatchObject({
        category: 'people',
        person: { id: person.id, name: 'Mia Novak' },
        department: 'Sales',
        location: { state: 'WA' },
      })
  })

  it('gives a signal at both companies when a leader moves', () => {
    const chief: Person = {
      ...person,
      position: 'Chief Financial Officer',
      position_cleaned: 'Chief Financial Officer',
      seniority: 'C-suite',
      department: 'Finance',
    }
    const drafts = seen({ company_id: other.id }, chief)
    expect(drafts.map(({ slug, company: at }) => [slug, at?.name])).toEqual([
      ['job_change', 'Kea Dental'],
      ['leadership_hire', 'Kea Dental'],
      ['leadership_exit', company.name],
    ])
    expect(drafts[0]?.metrics).toMatchObject({ from: company.name, to: 'Kea Dental' })
    expect(drafts[1]?.metrics).toEqual({ person: 'Mia Novak', title: 'Chief Financial Officer' })
    drafts.forEach(explainsItself)
  })
})
