import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { dayMs } from '../../../contract/core/days.ts'
import type { Subscription } from '../../../contract/org/customer.ts'
import { PlanBanner } from '../../../src/app/plan-banner.tsx'
import { storeOf } from '../../../src/offline/device-stores.ts'
import { session } from '../../../src/session/session.ts'
import { aPaidPlan } from '../../kit/screens/billing.ts'
import { fakeApi, show } from '../../kit/screens/screen.tsx'
import { alex } from '../../kit/session/people.ts'

const unknown = session.current()
beforeEach(() => {
  localStorage.clear()
  act(() => session.update({ identity: alex }))
})
afterEach(() => act(() => session.update(unknown)))

const open = (subscription: Subscription): void =>
  void show(<PlanBanner />, fakeApi({ activePlan: async () => ({ subscription }) }))

const unpaid = (): Subscription =>
  aPaidPlan(
    {
      failedPayment: {
        at: '2029-03-03T02:00:00Z',
        reason: null,
        last4: null,
        accessEndsAt: new Date(Date.now() + 2.5 * dayMs).toISOString(),
      },
    },
    { status: 'past_due' },
  )

it('A failed payment has a banner that stays, with the days left and the way to another card', async () => {
  open(unpaid())
  expect((await screen.findByRole('status')).textContent).toMatch(
    /^Your payment was declined on 3 Mar 2029. Your Growth plan closes in 3 days/,
  )
  expect(await screen.findByRole('button', { name: 'Update card' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull()
})

it('A Standard user reads which admin to ask about a failed payment', async () => {
  act(() => session.update({ identity: { ...alex, role: 'standard' } }))
  open(unpaid())
  expect((await screen.findByRole('status')).textContent).toContain('Ask an admin of')
  expect(screen.queryByRole('button', { name: 'Update card' })).toBeNull()
})

it('A cancelled plan has a banner with its last day, until it is dismissed', async () => {
  open(aPaidPlan({ endsAt: '2030-03-03T02:00:00Z' }))
  expect((await screen.findByRole('status')).textContent).toContain(
    'Your Growth plan ends on 3 Mar 2030.',
  )
  expect(screen.getByRole('link', { name: 'Keep the plan' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('status')).toBeNull()
  const [key] = Object.keys(localStorage)
  expect(storeOf('local storage', key ?? '')?.atSignOut).toBe('goes')
})
