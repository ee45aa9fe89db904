import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aTrial } from '../../../kit/session/gate.ts'
import { alex } from '../../../kit/session/people.ts'
import { aProblem } from '../../../kit/screens/uploads.ts'
import { startRealApp, type RealApp } from '../../../kit/screens/real-app.ts'
import { fakeApi, show, type FakeCalls } from '../../../kit/screens/screen.tsx'
import { PlanChoice } from '../../../../src/screens/plan/plan-choice.tsx'
import { session } from '../../../../src/session/session.ts'

let real: RealApp
let products: Awaited<ReturnType<RealApp['api']['products']>>
beforeAll(async () => {
  real = await startRealApp()
  products = await real.api.products()
}, 60_000)
afterAll(() => real.close())

const unknown = session.current()
const user = userEvent.setup()
beforeEach(() => act(() => session.update({ identity: { ...alex, orgName: 'Tideline' } })))
afterEach(() => act(() => session.update(unknown)))

const open = (calls: FakeCalls = {}, trial: 'available' | 'used' = 'available'): void => {
  show(
    <PlanChoice orgId="org_tideline" />,
    fakeApi({
      products: async () => ({ ...products, trial }),
      activePlan: async () => ({ subscription: null }),
      customerInfo: () => real.api.customerInfo(),
      ...calls,
    }),
    '/dashboard/plan-selection',
  )
}
const card = async (name: string) => within(await screen.findByRole('article', { name }))

describe('plan selection', () => {
  it('shows each plan’s price for a user with and without GST, and what it charges', async () => {
    open()
    const growth = await card('Growth')
    expect(growth.getByText('A$125')).toBeTruthy()
    expect(growth.getByText('A$137.50')).toBeTruthy()
    expect(growth.getByText('A$4,950 a year for 3 users with GST')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Monthly' }))
    await user.click(screen.getByRole('radio', { name: 'New Zealand' }))
    expect(growth.getByText('NZ$165')).toBeTruthy()
    expect(growth.getByText('NZ$189.75')).toBeTruthy()
    expect(growth.getByText('with 15% GST')).toBeTruthy()
    expect(growth.getByText('NZ$569.25 a month for 3 users with GST')).toBeTruthy()
    expect(screen.getByRole('radio', { name: 'Yearly, save 15%' })).toBeTruthy()
  })

  it('names what a plan does not include', async () => {
    open()
    const starter = await card('Starter')
    const lacking = starter
      .getAllByRole('listitem')
      .map((item) => item.textContent)
      .filter((_, index) =>
        starter.queryAllByRole('listitem')[index]?.querySelector('[aria-label]'),
      )
    expect(lacking).toEqual([
      'Upload, match and enrich your own lists',
      'Signals and agents',
      'Buying intent',
    ])
    expect((await card('Enterprise')).getByText('Talk to us')).toBeTruthy()
  })

  it('starts the trial by one press and opens the dashboard', async () => {
    const sent: unknown[] = []
    let started = false
    open({
      checkout: async (input) => {
        sent.push(input)
        started = true
        return { sessionId: '', url: '/dashboard' }
      },
      activePlan: async () => ({ subscription: started ? aTrial : null }),
    })
    await user.click(await screen.findByRole('button', { name: 'Start free trial' }))
    await expect.poll(() => location.pathname).toBe('/dashboard')
    expect(sent).toEqual([{ orgId: 'org_tideline', isTrialMode: true, billingCountry: 'AU' }])
  })

  it('says why the trial did not start', async () => {
    const detail = 'Your company has already had its free trial.'
    open({
      checkout: () => Promise.reject(aProblem('trial-used', { detail })),
    })
    await user.click(await screen.findByRole('button', { name: 'Start free trial' }))
    expect((await screen.findByRole('alert')).textContent).toBe(detail)
  })

  it('offers to contact sales once the trial is used, and says when it ended', async () => {
    const ended = { ...aTrial, status: 'canceled' as const }
    open({ activePlan: async () => ({ subscription: ended }) }, 'used')
    expect(await screen.findByText('Your free trial ended on 1 Jan 2030.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Start free trial' })).toBeNull()
    const [first] = screen.getAllByRole('button', { name: 'Contact sales' })
    expect(first?.getAttribute('aria-disabled')).toBe('true')
  })

  it('names the admin to ask to a Standard user, and offers nothing to buy', async () => {
    act(() => session.update({ identity: { ...alex, role: 'standard', orgName: 'Tideline' } }))
    open()
    await card('Growth')
    expect(screen.getByText(/^Only an admin can choose a plan\. Ask/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Start free trial' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Contact sales/ })).toBeNull()
  })
})
