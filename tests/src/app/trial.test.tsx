import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Subscription } from '../../../contract/org/customer.ts'
import { dayMs } from '../../../contract/core/days.ts'
import { PlanBanner } from '../../../src/app/plan-banner.tsx'
import { TrialEnd } from '../../../src/app/trial.tsx'
import { formatDay } from '../../../src/lib/format.ts'
import { storeOf } from '../../../src/offline/device-stores.ts'
import { session } from '../../../src/session/session.ts'
import { aTrial } from '../../kit/session/gate.ts'
import { alex } from '../../kit/session/people.ts'
import { fakeApi, show } from '../../kit/screens/screen.tsx'

const unknown = session.current()
beforeEach(() => {
  localStorage.clear()
  act(() => session.update({ identity: alex }))
})
afterEach(() => act(() => session.update(unknown)))

const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString()
const open = (days: number, status: Subscription['status'] = 'trialing'): string => {
  const periodEnd = inDays(days)
  const metadata = aTrial.metadata && { ...aTrial.metadata, periodEnd }
  show(
    <>
      <TrialEnd />
      <PlanBanner />
    </>,
    fakeApi({ activePlan: async () => ({ subscription: { ...aTrial, status, metadata } }) }),
  )
  return periodEnd
}

it('A running trial shows its last day, and no banner while more than three days are left', async () => {
  const end = formatDay(open(5)).replace(/ \d{4}$/, '')
  expect(await screen.findByRole('link', { name: `Trial ends ${end}` })).toBeTruthy()
  expect(screen.queryByRole('status')).toBeNull()
})

it('A trial in its last three days has a banner, until it is dismissed', async () => {
  const end = formatDay(open(2.5))
  expect((await screen.findByRole('status')).textContent).toContain(`Your trial ends on ${end}.`)
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('status')).toBeNull()
  const [key] = Object.keys(localStorage)
  expect(storeOf('local storage', key ?? '')?.atSignOut).toBe('goes')
})

it('A paid plan shows no end of a trial and no banner', async () => {
  open(2, 'active')
  await act(async () => {})
  expect(screen.queryByText(/trial ends/i)).toBeNull()
})
