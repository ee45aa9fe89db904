import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aTrial } from '../../../kit/session/gate.ts'
import { alex } from '../../../kit/session/people.ts'
import { aProblem } from '../../../kit/screens/uploads.ts'
import { aPaidPlan, someProducts, withPayments } from '../../../kit/screens/billing.ts'
import { aMember, anInfo } from '../../../kit/screens/members.ts'
import { fakeApi, show, type FakeCalls } from '../../../kit/screens/screen.tsx'
import { PlanChoice } from '../../../../src/screens/plan/plan-choice.tsx'
import { session } from '../../../../src/session/session.ts'

const unknown = session.current()
const user = userEvent.setup()
beforeEach(() => act(() => session.update({ identity: { ...alex, orgName: 'Tideline' } })))
afterEach(() => act(() => session.update(unknown)))

const open = (
  calls: FakeCalls = {},
  trial: 'available' | 'used' = 'available',
  query = '',
): void => {
  show(
    <PlanChoice orgId="org_tideline" />,
    fakeApi({
      products: async () => ({ ...someProducts, trial }),
      activePlan: async () => ({ subscription: null }),
      customerInfo: async () => anInfo([aMember()]),
      ...calls,
    }),
    `/dashboard/plan-selection${query}`,
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

  it('says when it checked for a plan, and when the check failed', async () => {
    let fails = false
    open({
      activePlan: async () => {
        if (fails) throw new Error('down')
        return { subscription: null }
      },
    })
    const check = await screen.findByRole('button', { name: 'Check again' })
    await user.click(check)
    expect(await screen.findByText(/^Checked \d+:\d\d [ap]m: no active plan yet\.$/)).toBeTruthy()
    fails = true
    await user.click(check)
    expect(await screen.findByText('We couldn’t check your plan. Try again.')).toBeTruthy()
  })

  it('names the admin to ask to a Standard user, and offers nothing to buy', async () => {
    act(() => session.update({ identity: { ...alex, role: 'standard', orgName: 'Tideline' } }))
    open()
    await card('Growth')
    expect(screen.getByText(/^Only an admin can choose a plan\. Ask/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Start free trial' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Contact sales/ })).toBeNull()
  })

  it('sells a plan for the users that are chosen, and says which plan is too small for them', async () => {
    const end = withPayments()
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    const sent: unknown[] = []
    open({
      checkout: async (input) => {
        sent.push(input)
        return { sessionId: 'cs_1', url: 'https://checkout.example/cs_1' }
      },
    })
    const growth = await card('Growth')
    expect(growth.getByText('A$4,950 a year for 3 users with GST')).toBeTruthy()
    expect(growth.getByText('This plan starts at 3 users.')).toBeTruthy()
    const users = screen.getByRole('textbox', { name: 'Users' })
    await user.clear(users)
    await user.type(users, '6')
    expect(growth.getByText('A$9,900 a year for 6 users with GST')).toBeTruthy()
    expect(growth.queryByText('This plan starts at 3 users.')).toBeNull()
    const starter = (await card('Starter')).getByRole('button', { name: /^Choose Starter/ })
    expect(starter.getAttribute('aria-disabled')).toBe('true')
    expect((await card('Starter')).getAllByText('Starter is for up to 5 users.')).toBeTruthy()
    expect((await card('Enterprise')).getByText('Contact sales')).toBeTruthy()
    await user.click((await card('Growth')).getByRole('button', { name: 'Choose Growth' }))
    const order = within(await screen.findByRole('dialog', { name: 'Growth, billed yearly' }))
    expect(order.getByText('A$9,900')).toBeTruthy()
    await user.click(order.getByRole('button', { name: 'Continue to payment' }))
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('https://checkout.example/cs_1'))
    expect(sent).toMatchObject([{ price: 'growth_year_aud', userCount: 6, isCouponApplied: false }])
    assign.mockRestore()
    end()
  })

  it('waits for the payment after the payment page, and lets a plan that lapsed be paid', async () => {
    const end = withPayments()
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    const unpaid = aPaidPlan({}, { status: 'unpaid' })
    open(
      {
        activePlan: async () => ({ subscription: unpaid }),
        customerPortal: async () => ({ url: 'https://billing.example/session' }),
      },
      'used',
      '?checkout=done',
    )
    expect(await screen.findByText('We’re confirming your payment')).toBeTruthy()
    expect((await card('Growth')).queryByRole('button')).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Update card' }))
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('https://billing.example/session'))
    assign.mockRestore()
    end()
  })
})
