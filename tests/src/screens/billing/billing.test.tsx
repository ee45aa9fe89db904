import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Subscription } from '../../../../contract/org/customer.ts'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { BillingScreen } from '../../../../src/screens/billing/billing-screen.tsx'
import { session } from '../../../../src/session/session.ts'
import { toastTitles } from '../../../kit/screens/credits.tsx'
import {
  aPaidPlan,
  aProration,
  someCredits,
  someProducts,
  withPayments,
} from '../../../kit/screens/billing.ts'
import { aMember, anInfo } from '../../../kit/screens/members.ts'
import { fakeApi, show, type FakeCalls } from '../../../kit/screens/screen.tsx'
import { aProblem } from '../../../kit/screens/uploads.ts'
import { aTrial } from '../../../kit/session/gate.ts'
import { alex } from '../../../kit/session/people.ts'

const unknown = session.current()
const user = userEvent.setup()
let endPayments = (): void => undefined
beforeEach(() => {
  connectivity.online = true
  endPayments = withPayments()
  act(() => session.update({ identity: alex }))
})
afterEach(() => {
  connectivity.online = true
  endPayments()
  act(() => session.update(unknown))
})

const anInvoice = {
  id: 'in_1',
  number: 'FB-0001',
  date: '2029-03-03T02:00:00Z',
  title: 'Growth, 5 users',
  amount: 825_000,
  currency: 'AUD',
  status: 'paid' as const,
  url: 'https://invoice.example/in_1',
  pdfUrl: 'https://invoice.example/in_1/pdf',
}
const visa = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 }
const kim = aMember({ userId: 'user_2', name: 'Kim Wattle', role: 'standard' })

const open = (plan: Subscription = aPaidPlan(), calls: FakeCalls = {}, address = '') => {
  let now = plan
  show(
    <BillingScreen />,
    fakeApi({
      activePlan: async () => ({ subscription: now }),
      credits: async () => someCredits(),
      customerInfo: async () => anInfo([aMember(), kim]),
      products: async () => someProducts,
      invoices: async () => ({ invoices: [anInvoice] }),
      paymentMethod: async () => ({ paymentMethod: visa }),
      ...calls,
    }),
    `/dashboard/billing${address}`,
  )
  return { arrive: (next: Subscription) => (now = next) }
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('the billing screen', () => {
  it('shows price with and without GST, renewal, usage, users, card and invoices', async () => {
    open()
    const plan = within(await screen.findByRole('region', { name: 'Growth' }))
    expect(plan.getByText(/plus GST/).closest('p')?.textContent).toBe(
      'A$7,500 plus GST · A$8,250 with 10% GST',
    )
    expect(plan.getByText('each year, for 5 users at A$1,500')).toBeTruthy()
    expect(plan.getByText('3 Mar 2030')).toBeTruthy()
    expect(await plan.findByText('412 of 1,800 used')).toBeTruthy()
    expect(await screen.findByText('Visa ending 4242')).toBeTruthy()
    const users = within(screen.getByRole('region', { name: 'Users' }))
    expect(users.getByText('2 of 5 users on your plan.')).toBeTruthy()
    expect(users.getByText('Kim Wattle')).toBeTruthy()
    const pdf = await screen.findByRole('link', { name: 'PDF of invoice FB-0001' })
    expect(pdf.getAttribute('href')).toBe(anInvoice.pdfUrl)
    expect(screen.getByText('A$8,250')).toBeTruthy()
  })

  it('changes the plan at exactly the price it showed, and names sales for one without a price', async () => {
    const previewed: unknown[] = []
    const changed: unknown[] = []
    open(aPaidPlan(), {
      previewProrata: async (input) => {
        previewed.push(input)
        return aProration()
      },
      changePlan: async (input) => {
        changed.push(input)
        const plan = aPaidPlan()
        const metadata = plan.metadata && { ...plan.metadata, seats: 6 }
        return {
          subscription: { ...plan, metadata },
          status: 'done',
          url: null,
          reason: null,
        }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Change plan' }))
    const change = await dialog('Change plan')
    expect(
      await change.findByRole('button', { name: /^Contact sales about Enterprise/ }),
    ).toBeTruthy()
    await user.click(await change.findByRole('button', { name: 'More users' }))
    await user.click(await change.findByRole('button', { name: 'Pay A$222.06 now' }))
    await waitFor(() => expect(changed).toHaveLength(1))
    expect(previewed).toEqual([
      {
        id: 'sub_growth',
        customerId: 'cus_1',
        subscriptionItemId: 'si_1',
        priceId: 'growth_year_aud',
        qty: 6,
      },
    ])
    expect(changed).toEqual([
      {
        id: 'sub_growth',
        priceId: 'growth_year_aud',
        qty: 6,
        prorationDate: 1_773_187_200,
        total: 22_206,
      },
    ])
    await waitFor(() => expect(toastTitles()).toContain('You’re on Growth with 6 users'))
  })

  it('shows the new price and charges nothing when the price has changed', async () => {
    let total = 22_206
    open(aPaidPlan(), {
      previewProrata: async () => aProration({ total }),
      changePlan: () => {
        total = 23_000
        return Promise.reject(aProblem('price-changed'))
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Change plan' }))
    const change = await dialog('Change plan')
    await user.click(await change.findByRole('button', { name: 'More users' }))
    await user.click(await change.findByRole('button', { name: 'Pay A$222.06 now' }))
    expect((await change.findByRole('alert')).textContent).toContain('The price changed')
    expect(await change.findByRole('button', { name: 'Pay A$230 now' })).toBeTruthy()
  })

  it('says why the bank declined, and that the plan has not changed', async () => {
    open(aPaidPlan(), {
      previewProrata: async () => aProration(),
      changePlan: async () => ({
        subscription: aPaidPlan(),
        status: 'declined',
        url: null,
        reason: 'Your card has insufficient funds.',
      }),
    })
    await user.click(await screen.findByRole('button', { name: 'Change plan' }))
    const change = await dialog('Change plan')
    await user.click(await change.findByRole('button', { name: 'More users' }))
    await user.click(await change.findByRole('button', { name: 'Pay A$222.06 now' }))
    expect((await change.findByRole('alert')).textContent).toBe(
      'Your card has insufficient funds. Your plan hasn’t changed.Update card',
    )
  })

  it('a change says which planned one it replaces', async () => {
    const scheduled = {
      bucketId: 'bkt_starter',
      plan_name: 'Starter',
      seats: 2,
      interval: 'month' as const,
      at: '2030-03-03T02:00:00Z',
    }
    open(aPaidPlan({ scheduled }), { previewProrata: async () => aProration() })
    await user.click(await screen.findByRole('button', { name: 'Change plan' }))
    const change = await dialog('Change plan')
    await change.findByRole('button', { name: 'More users' })
    expect(change.queryByText(/This replaces/)).toBeNull()
    await user.click(change.getByRole('button', { name: 'More users' }))
    expect(
      change.getByText('This replaces your planned change to Starter on 3 Mar 2030.'),
    ).toBeTruthy()
  })

  it('a smaller plan begins with the next period, and costs nothing now', async () => {
    open(aPaidPlan(), {
      previewProrata: async () =>
        aProration({ begins: 'next-period', total: 0, lines: [], nextAmount: 450_000 }),
    })
    await user.click(await screen.findByRole('button', { name: 'Change plan' }))
    const change = await dialog('Change plan')
    await user.click(await change.findByRole('button', { name: 'Fewer users' }))
    expect(await change.findByRole('button', { name: 'Change on 3 Mar 2030' })).toBeTruthy()
    expect(change.getByText(/Nothing to pay now. Next invoice: A\$4,500 plus GST./)).toBeTruthy()
  })

  it('cancels in two presses that name the last day, and takes it back', async () => {
    open(aPaidPlan(), {
      cancelPlan: async () => ({
        subscription: aPaidPlan({ endsAt: '2030-03-03T02:00:00Z', renewsAt: null }),
      }),
      resumePlan: async () => ({ subscription: aPaidPlan() }),
    })
    await user.click(await screen.findByRole('button', { name: 'Cancel plan' }))
    const confirm = await screen.findByRole('dialog', { name: 'Cancel Growth?' })
    expect(confirm.textContent).toContain('Your last day is 3 Mar 2030.')
    await user.click(within(confirm).getByRole('button', { name: 'Cancel plan' }))
    expect(await screen.findByText(/^Growth ends on 3 Mar 2030./)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Keep Growth' }))
    await waitFor(() => expect(screen.queryByText(/^Growth ends on/)).toBeNull())
  })

  it('names a failed payment, the days left, and the way to another card', async () => {
    const sections: unknown[] = []
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    open(
      aPaidPlan(
        {
          failedPayment: {
            at: '2029-03-03T02:00:00Z',
            reason: 'Your card has insufficient funds',
            last4: '4242',
            accessEndsAt: new Date(Date.now() + 5.5 * 86_400_000).toISOString(),
          },
        },
        { status: 'past_due' },
      ),
      {
        customerPortal: async (input) => {
          sections.push(input.return_section)
          return { url: 'https://billing.example/session' }
        },
      },
    )
    expect(
      await screen.findByText(
        /^The card ending 4242 was declined on 3 Mar 2029. Your card has insufficient funds. Your Growth plan closes in 6 days/,
      ),
    ).toBeTruthy()
    const plan = within(screen.getByRole('region', { name: 'Growth' }))
    expect(plan.getByText('Access until')).toBeTruthy()
    expect(plan.queryByText('Renews')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Update card' }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://billing.example/session'))
    expect(sections).toEqual(['payment'])
    assign.mockRestore()
  })

  it('saves a tax number, and shows beside the field why it is refused', async () => {
    open(aPaidPlan(), {
      updateCustomer: () =>
        Promise.reject(
          aProblem('invalid-input', {
            errors: [
              { pointer: '/data/taxId', code: 'custom', detail: 'Check the digits of this ABN.' },
            ],
          }),
        ),
    })
    await user.click(await screen.findByRole('button', { name: 'Add ABN or NZ GST number' }))
    const field = screen.getByRole('textbox', { name: 'ABN or NZ GST number' })
    expect(document.activeElement).toBe(field)
    await user.type(field, '12 345{Enter}')
    expect(await screen.findByText('Check the digits of this ABN.')).toBeTruthy()
    expect(field.getAttribute('aria-invalid')).toBe('true')
  })

  it('says how many users must leave before anyone is invited', async () => {
    const plan = aPaidPlan()
    const metadata = plan.metadata && { ...plan.metadata, seats: 1 }
    open({ ...plan, metadata })
    const users = within(await screen.findByRole('region', { name: 'Users' }))
    expect(users.getByText(/^2 of 1 user on your plan/).textContent).toContain(
      'you can’t invite anyone until 1 user leaves or you add users.',
    )
    expect(users.queryByText(/^Invite up to/)).toBeNull()
  })

  it('tells a Standard user which admin to ask, and offers nothing to change', async () => {
    act(() => session.update({ identity: { ...alex, role: 'standard' } }))
    open(aPaidPlan(), {
      invoices: () => Promise.reject(new Error('invoices was called')),
    })
    await screen.findByRole('region', { name: 'Growth' })
    expect(screen.getByText(/Only an admin can change your plan\. Ask Alex Fernleigh/)).toBeTruthy()
    expect(await screen.findByRole('link', { name: /Ask an admin for more credits/ })).toBeTruthy()
    for (const name of ['Change plan', 'Cancel plan', 'Add credits'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Invoices' })).toBeNull()
  })

  it('offline, shows the plan as last known and says what needs a connection', async () => {
    open()
    await screen.findByText('Visa ending 4242')
    act(() => {
      connectivity.online = false
    })
    expect(await screen.findByText(/^You’re offline. This is your plan/)).toBeTruthy()
    for (const name of ['Change plan', 'Cancel plan', 'Change card', 'Add credits'])
      expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
    expect(screen.queryByRole('link', { name: /^PDF/ })).toBeNull()
  })
})

describe('a plan after a trial', () => {
  const checkout = async (calls: FakeCalls) => {
    open(aTrial, calls)
    await user.click(await screen.findByRole('button', { name: 'Choose Growth' }))
    return dialog('Growth, billed yearly')
  }

  it('is ordered at the sum shown, and paid on the page of the payment provider', async () => {
    const sent: unknown[] = []
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    const order = await checkout({
      checkout: async (input) => {
        sent.push(input)
        return { sessionId: 'cs_1', url: 'https://checkout.example/cs_1' }
      },
    })
    expect(order.getByText('3 users × A$1,500')).toBeTruthy()
    expect(order.getByText('A$4,950')).toBeTruthy()
    await user.click(order.getByRole('switch', { name: /^I have a promotion code/ }))
    await user.click(order.getByRole('button', { name: 'Continue to payment' }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://checkout.example/cs_1'))
    expect(sent).toEqual([
      {
        price: 'growth_year_aud',
        orgId: 'org_1',
        isTrialMode: false,
        userCount: 3,
        isAnnual: true,
        isCouponApplied: true,
        billingCountry: 'AU',
      },
    ])
    assign.mockRestore()
  })

  it('is awaited after the payment every 5 seconds, until it is there', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let requests = 0
    let plan: Subscription = aTrial
    open(
      aTrial,
      {
        activePlan: async () => {
          requests += 1
          return { subscription: plan }
        },
      },
      '?checkout=done',
    )
    expect(await screen.findByText('We’re confirming your payment')).toBeTruthy()
    const before = requests
    await act(() => vi.advanceTimersByTimeAsync(10_100))
    expect(requests).toBe(before + 2)
    plan = aPaidPlan()
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    await waitFor(() => expect(screen.queryByText('We’re confirming your payment')).toBeNull())
    const enough = requests
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(requests).toBe(enough)
  })

  it('is still being confirmed after two minutes, and no longer requests for', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let requests = 0
    open(
      aTrial,
      {
        activePlan: async () => {
          requests += 1
          return { subscription: aTrial }
        },
      },
      '?checkout=done',
    )
    await screen.findByText('We’re confirming your payment')
    await act(() => vi.advanceTimersByTimeAsync(121_000))
    expect(await screen.findByText(/^Your payment is still being confirmed./)).toBeTruthy()
    const enough = requests
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(requests).toBe(enough)
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    await waitFor(() => expect(requests).toBeGreaterThan(enough))
  })
})
