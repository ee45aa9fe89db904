import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Credits } from '../../../contract/money/credits.ts'
import { CreditThresholdBanner } from '../../../src/app/credit-threshold-banner.tsx'
import { session } from '../../../src/session/session.ts'
import { storeOf } from '../../../src/offline/device-stores.ts'
import { alex } from '../../kit/session/people.ts'
import { fakeApi, show } from '../../kit/screens/screen.tsx'

const unknown = session.current()
beforeEach(() => {
  localStorage.clear()
  act(() => session.update({ identity: alex }))
})
afterEach(() => act(() => session.update(unknown)))

const march = { credits: 600, start: '2026-03-01T00:00:00.000Z', end: '2026-04-01T00:00:00.000Z' }
const april = { credits: 600, start: '2026-04-01T00:00:00.000Z', end: '2026-05-01T00:00:00.000Z' }

const open = (given: Partial<Credits>): void => {
  cleanup()
  show(
    <>
      <CreditThresholdBanner />
      <p>the screen</p>
    </>,
    fakeApi({
      credits: async () => ({
        balance: 120,
        reserved: 20,
        parts: { subscription: 100, rollover: 0, addon: 20 },
        period: march,
        spent: 500,
        mine: { spent: 0, reserved: 0, cap: null },
        notice: '80',
        ...given,
      }),
    }),
  )
}

const notice = () => screen.findByText(/this period’s credits/)
const silence = async (): Promise<void> => {
  await screen.findByText('the screen')
  await act(async () => {})
  expect(screen.queryByText(/this period’s credits/)).toBeNull()
}

describe('the credit threshold banner', () => {
  it('says at 80% how many credits are left and when the period ends', async () => {
    open({})
    expect((await notice()).textContent).toMatch(
      /^You’ve used 80% of this period’s credits\. 100 left\. This period ends 1 Apr 2026\. See credits$/,
    )
  })

  it('does not mention credits left if none are left', async () => {
    open({ notice: '100', balance: 0, reserved: 0 })
    expect((await screen.findByText(/all your credits/)).textContent).toBe(
      'You’ve used all your credits. This period ends 1 Apr 2026. See credits',
    )
  })

  it('stays dismissed for the period, until 100% or the next period', async () => {
    open({})
    await notice()
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    await silence()
    open({})
    await silence()
    open({ notice: '100' })
    expect((await notice()).textContent).toContain('You’ve used this period’s credits.')
    open({ period: april })
    await notice()
  })

  it('is hidden below the threshold, and dismissed for each user separately', async () => {
    open({ notice: null })
    await silence()
    open({})
    await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }))
    act(() => session.update({ identity: { ...alex, userId: 'user_2' } }))
    open({})
    expect(await notice()).toBeDefined()
  })

  it('stores on the device only what the wipe at sign-out deletes', async () => {
    open({})
    await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }))
    expect(
      Object.keys(localStorage).map((name) => storeOf('local storage', name)?.atSignOut),
    ).toEqual(['goes'])
  })
})
