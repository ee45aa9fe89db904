import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import {
  noAccountIntelligence,
  type AccountIntelligence,
} from '../../../../contract/org/account-intelligence.ts'
import { CompanyScreen } from '../../../../src/screens/records/company-screen.tsx'
import { openerOf } from '../../../../src/screens/records/opener.ts'
import { formatDay } from '../../../../src/lib/format.ts'
import { contact } from '../../../../src/lib/contact.ts'
import { aCompany, aPerson, fakeApi, pageOf, show } from '../../../kit/screens/screen.tsx'

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

const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
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

const open = (described = config, company = builder, peopleFail = false) =>
  show(
    <CompanyScreen />,
    fakeApi({
      company: () => Promise.resolve(company),
      accountIntelligence: () => Promise.resolve({ config: described, version: 1, versions: [] }),
      records: (asked) =>
        peopleFail && asked.category === 'people'
          ? Promise.reject(new Error('The server broke'))
          : Promise.resolve(
              asked.category === 'company'
                ? pageOf([builder, aCompany(2, { name: 'Like Steel' })])
                : asked.filters?.['seniority']?.includes('Owner') === true
                  ? pageOf([owner])
                  : pageOf([aPerson(2)]),
            ),
    }),
    `/dashboard/company?id=${builder.id}`,
  )

describe('what a company is to us', () => {
  it('is a fit with the points it is made of', async () => {
    open()
    const fit = await screen.findByRole('region', { name: 'Fit' })
    expect(fit.textContent).toBe('Fit79 of 100Industry57 of 57Size22 of 43')
  })

  it('is unknown until somebody describes the ideal customer', async () => {
    open(noAccountIntelligence)
    const fit = await screen.findByRole('region', { name: 'Fit' })
    const link = within(fit).getByRole('link', { name: 'Describe your ideal customer' })
    expect(link.getAttribute('href')).toBe('/dashboard/account-intelligence-config')
  })

  it('is a brief of facts with their sources, why now, who to call and how to open', async () => {
    open()
    const brief = await screen.findByRole('region', { name: 'Brief' })
    await within(brief).findByRole('link', { name: 'Robin Ash' })
    expect(brief.textContent).toContain('Local employees: 84 (Test register, 15 Jan 2026)')
    expect(brief.textContent).toContain(
      `Headcount +12% over 12 months, +4% over the last 3.Test register, ${formatDay(daysAgo(30))}`,
    )
    expect(brief.textContent).toContain('Robin Ash, Director of Operations · Owner · Do not call')
    expect(brief.textContent).toContain(
      'Hello Robin, I’m calling about Perth Steel. I saw that your team grew by 12% in a year.',
    )
  })

  it('opens with nothing that was last seen half a year ago, and marks it', async () => {
    open(config, { ...builder, provenance: { '*': seen(200) } })
    const brief = await screen.findByRole('region', { name: 'Brief' })
    await within(brief).findByRole('link', { name: 'Robin Ash' })
    expect(brief.textContent).toContain(`${formatDay(daysAgo(200))}, more than 180 days ago`)
    expect(brief.textContent).not.toContain('I saw that')
  })

  it('can be copied as text', async () => {
    const user = userEvent.setup()
    open()
    await screen.findByRole('link', { name: 'Robin Ash' })
    await user.click(screen.getByRole('button', { name: 'Copy brief' }))
    const text = await navigator.clipboard.readText()
    expect(text).toContain('- Local employees: 84 (Test register, 15 Jan 2026)')
    expect(text).toContain(`/dashboard/company?id=${builder.id}`)
    expect(text).toContain('Robin Ash, Director of Operations (do not call)')
  })

  it('leads to companies like it, best fit first, without itself', async () => {
    open()
    const similar = await screen.findByRole('region', { name: 'Similar companies' })
    expect(within(similar).getAllByRole('link')).toHaveLength(1)
    expect(similar.textContent).toContain('best fit first')
  })

  it('says that whom to call could not be fetched, and asks again', async () => {
    const user = userEvent.setup()
    open(config, builder, true)
    const brief = await screen.findByRole('region', { name: 'Brief' })
    await within(brief).findByText(/We couldn’t load contacts/)
    expect(within(brief).queryByText('Loading…')).toBeNull()
    await user.click(within(brief).getByRole('button', { name: 'Try again' }))
  })

  it('does without people and similar ones while there is no connection', async () => {
    act(() => {
      contact.reached = false
    })
    open()
    const brief = await screen.findByRole('region', { name: 'Brief' })
    expect(brief.textContent).toContain('I’m calling about Perth Steel.')
    act(() => {
      contact.reached = true
    })
  })
})

describe('an opener', () => {
  const about = { company: 'Perth Steel', person: 'Robin', changes: [] }

  it('says it in the chosen tone', () => {
    expect(openerOf({ ...config, tone: 'formal' }, about)).toBe(
      'Dear Robin, I’m writing about Perth Steel. Site diary: Keeps the diary of a building site. Disputes are settled by a photo. Could we arrange a short meeting?',
    )
    expect(openerOf({ ...config, tone: 'warm' }, about)).toMatch(/^Hi Robin, I’ve been reading/)
  })

  it('names the first change that is good news and can be said', () => {
    const changes = [
      { text: 'Headcount −20% over 12 months.', field: 'headcount_growth' },
      { text: 'Hiring: 4 open jobs.', field: 'job_posts', say: 'you have 4 open jobs' },
      { text: 'New technology: Xero.', field: 'technographics', say: 'you’ve started using Xero' },
    ]
    expect(openerOf(config, { ...about, changes })).toContain('I saw that you have 4 open jobs.')
    expect(openerOf({ ...config, wordsToAvoid: ['jobs'] }, { ...about, changes })).toContain(
      'I saw that you’ve started using Xero.',
    )
  })

  it('leaves out what cannot be said without a word to avoid, and looks for other words first', () => {
    const without = openerOf(
      { ...config, wordsToAvoid: ['Disputes', 'ten minutes', 'site diary', 'stee'] },
      about,
    )
    expect(without).toBe(
      'Hello Robin, I’m calling about Perth Steel. Keeps the diary of a building site. When would suit you?',
    )
  })
})
