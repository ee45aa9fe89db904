import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import {
  noAccountIntelligence,
  type AccountIntelligence,
} from '../../../../contract/org/account-intelligence.ts'
import { RecordScreen } from '../../../../src/screens/records/record-screen.tsx'
import { openerOf } from '../../../../src/screens/records/opener.ts'
import { formatDay } from '../../../../src/lib/format.ts'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { session } from '../../../../src/session/session.ts'
import { aMember, anInfo } from '../../../kit/screens/members.ts'
import { alex } from '../../../kit/session/people.ts'
import { aCompany, aPerson } from '../../../kit/fixtures/records.ts'
import { fakeApi, pageOf, show } from '../../../kit/screens/screen.tsx'
import { dayMs, dayOf } from '../../../../contract/core/days.ts'

const config: AccountIntelligence = {
  ...noAccountIntelligence,
  products: [{ name: 'Site diary', does: 'Keeps the diary of a building site' }],
  valuePoints: ['Disputes are settled by a photo'],
  idealCustomer: {
    ...noAccountIntelligence.idealCustomer,
    industries: [{ division: 'Construction', group: null }],
    sizes: ['11-50'],
  },
  personas: [{ name: 'Owner', seniorities: ['Owner'], departments: [] }],
}

const daysAgo = (days: number): string => dayOf(Date.now() - days * dayMs)
const seen = (days: number) => ({
  source: 'Test register',
  seen_at: daysAgo(days),
  confidence: 0.9,
})

const builder = aCompany(1, {
  name: 'Perth Steel',
  industry: { l1_code: 'E', l1: 'Construction', naics: [] },
  company_size: '51-200',
  employees_local: 84,
  headcount_growth: { m3: 0.04, m6: 0.1, m12: 0.12 },
  provenance: {
    '*': { source: 'Test register', seen_at: '2026-01-15', confidence: 0.9 },
    headcount_growth: seen(30),
  },
})
const owner = aPerson(1, {
  name: 'Robin Ash',
  first_name: 'Robin',
  mobile: { masked: '0491 ••• •06', type: 'mobile', dnc: { listed: 'yes' } },
})

const as = (role: 'admin' | 'standard') =>
  act(() => session.update({ identity: { ...alex, role } }))

const open = (described = config, company = builder, peopleFail = false) =>
  show(
    <RecordScreen category="company" />,
    fakeApi({
      company: () => Promise.resolve(company),
      customerInfo: async () => anInfo([aMember()]),
      accountIntelligence: () => Promise.resolve({ config: described, version: 1, versions: [] }),
      records: (input) =>
        peopleFail && input.category === 'people'
          ? Promise.reject(new Error('The server broke'))
          : Promise.resolve(
              input.category === 'company'
                ? pageOf([builder, aCompany(2, { name: 'Like Steel' })])
                : input.filters?.['seniority']?.includes('Owner') === true
                  ? pageOf([owner])
                  : pageOf([aPerson(2)]),
            ),
    }),
    `/dashboard/company?id=${builder.id}`,
  )

describe('the overview of a company', () => {
  it('shows its fit with the points of each part', async () => {
    open()
    const fit = await screen.findByRole('region', { name: 'Fit' })
    expect(fit.textContent).toBe('Fit79 of 100Industry57 of 57Size22 of 43')
  })

  it('shows an admin where to describe the ideal customer, until one is described', async () => {
    as('admin')
    open(noAccountIntelligence)
    const fit = await screen.findByRole('region', { name: 'Fit' })
    const link = within(fit).getByRole('link', { name: 'Describe your ideal customer' })
    expect(link.getAttribute('href')).toBe('/dashboard/account-intelligence-config')
  })

  it('names a Standard user the admin who can describe the ideal customer', async () => {
    as('standard')
    open(noAccountIntelligence)
    const fit = await screen.findByRole('region', { name: 'Fit' })
    await within(fit).findByText(/Ask Alex Fernleigh to set this up\.$/)
    expect(within(fit).queryByRole('link')).toBeNull()
  })

  it('shows who to call, why now, the numbers and how to open', async () => {
    open()
    const brief = await screen.findByRole('region', { name: 'Brief' })
    const people = screen.getByRole('region', { name: 'Who to call' })
    const robin = await within(people).findByRole('link', { name: /^Robin Ash/ })
    expect(robin.textContent).toBe('Robin AshDirector of Operations · OwnerDo not call')
    expect(screen.getByRole('region', { name: 'Why now' }).textContent).toContain(
      `Headcount +12% over 12 months, +4% over the last 3.Source: Test register, ${formatDay(daysAgo(30))}`,
    )
    expect(brief.textContent).toContain('Employees84+12% in a year')
    expect(brief.textContent).toContain(
      'Hello Robin, I’m calling about Perth Steel. I saw that your team grew by 12% in a year.',
    )
  })

  it('leaves facts older than half a year out of the opener, and marks them', async () => {
    open(config, { ...builder, provenance: { '*': seen(200) } })
    const brief = await screen.findByRole('region', { name: 'Brief' })
    await screen.findByRole('link', { name: /^Robin Ash/ })
    expect(brief.textContent).toContain('more than 180 days ago')
    expect(brief.textContent).not.toContain('I saw that')
  })

  it('copies the brief as text', async () => {
    const user = userEvent.setup()
    open()
    await screen.findByRole('link', { name: /^Robin Ash/ })
    await user.click(screen.getByRole('button', { name: 'Copy brief' }))
    const text = await navigator.clipboard.readText()
    expect(text).toContain('- Local employees: 84 (Test register, 15 Jan 2026)')
    expect(text).toContain(`/dashboard/company?id=${builder.id}`)
    expect(text).toContain('Robin Ash, Director of Operations (do not call)')
  })

  it('links to similar companies, best fit first, without itself', async () => {
    open()
    const similar = await screen.findByRole('region', { name: 'Similar companies' })
    expect(within(similar).getAllByRole('link')).toHaveLength(1)
    expect(similar.textContent).toContain('best fit first')
  })

  it('says that the people to call failed to load, and retries', async () => {
    const user = userEvent.setup()
    open(config, builder, true)
    const people = await screen.findByRole('region', { name: 'Who to call' })
    expect((await within(people).findByRole('alert')).textContent).toContain(
      'We couldn’t load contacts',
    )
    await user.click(within(people).getByRole('button', { name: 'Try again' }))
  })

  it('hides people and similar companies while offline', async () => {
    act(() => {
      connectivity.online = false
    })
    open()
    const brief = await screen.findByRole('region', { name: 'Brief' })
    expect(await within(brief).findByText(/I’m calling about Perth Steel\./)).toBeDefined()
    act(() => {
      connectivity.online = true
    })
  })
})

describe('an opener', () => {
  const about = { company: 'Perth Steel', person: 'Robin', changes: [] }

  it('uses the configured tone', () => {
    expect(openerOf({ ...config, tone: 'formal' }, about)).toBe(
      'Dear Robin, I’m writing about Perth Steel. Site diary: Keeps the diary of a building site. Disputes are settled by a photo. Could we arrange a short meeting?',
    )
    expect(openerOf({ ...config, tone: 'warm' }, about)).toMatch(/^Hi Robin, I’ve been reading/)
  })

  it('names the first change that is good news and has a wording', () => {
    const changes = [
      { label: 'Headcount', text: 'Headcount −20% over 12 months.', field: 'headcount_growth' },
      {
        label: 'Hiring',
        text: 'Hiring: 4 open jobs.',
        field: 'job_posts',
        say: 'you have 4 open jobs',
      },
      {
        label: 'Technology',
        text: 'New technology: Xero.',
        field: 'technographics',
        say: 'you’ve started using Xero',
      },
    ]
    expect(openerOf(config, { ...about, changes })).toContain('I saw that you have 4 open jobs.')
    expect(openerOf({ ...config, avoidedTerms: ['jobs'] }, { ...about, changes })).toContain(
      'I saw that you’ve started using Xero.',
    )
  })

  it('rephrases or drops sentences with a word to avoid', () => {
    const without = openerOf(
      { ...config, avoidedTerms: ['Disputes', 'ten minutes', 'site diary', 'stee'] },
      about,
    )
    expect(without).toBe(
      'Hello Robin, I’m calling about Perth Steel. Keeps the diary of a building site. When would suit you?',
    )
  })
})
