import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { DoNotCall, PersonView } from '../../../../contract/records/records.ts'
import { RecordScreen } from '../../../../src/screens/records/record-screen.tsx'
import { describeCallStatus } from '../../../../src/shared/credits/call-status.ts'
import { callState } from '../../../../src/shared/do-not-call/do-not-call.ts'
import { toastStore } from '../../../../src/ui/toast-store.ts'
import { aPerson } from '../../../kit/fixtures/records.ts'
import { fakeApi, pageOf, show } from '../../../kit/screens/screen.tsx'
import { dayMs, dayOf } from '../../../../contract/core/days.ts'

const number = '+61 491 570 006'
const day = (ago: number): string => dayOf(Date.now() - ago * dayMs)

const open = (dnc: DoNotCall): void =>
  openWith({ mobile: { value: number, masked: '+61 4•• ••• •••', type: 'mobile', dnc } })

const openWith = (numbers: Pick<PersonView, 'mobile' | 'direct_phone'>): void => {
  const person = aPerson(1, { name: 'Kim Wattle', unlocked: true, ...numbers })
  show(
    <RecordScreen category="people" />,
    fakeApi({
      person: async () => person,
      records: async () => pageOf([]),
      customerMetadata: () => Promise.reject(new Error('not needed')),
    }),
    `/dashboard/people?id=${person.id}&tab=contact`,
  )
}

beforeEach(() => {
  toastStore.toasts = []
})

describe('a number on the Do Not Call Register', () => {
  const listed = { listed: 'yes', washed_at: '2026-02-03' } as const

  it('shows the flag, and asks before it is called or copied', async () => {
    open(listed)
    await screen.findByText('Do not call')
    await screen.findByText('On the Do Not Call Register, checked 3 Feb 2026. Do not call.')
    expect(document.querySelector('a[href^="tel:"]')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Copy number/ })).toBeNull()
    await userEvent.click(
      screen.getByRole('button', { name: 'Call Kim Wattle, on the Do Not Call Register' }),
    )
    const dialog = await screen.findByRole('dialog', { name: 'Call Kim Wattle anyway?' })
    expect(dialog.textContent).toContain('checked 3 Feb 2026')
    expect(
      within(dialog)
        .getByRole('link', { name: `Call ${number}` })
        .getAttribute('href'),
    ).toBe('tel:+61491570006')
  })

  it('can be copied after the user has confirmed', async () => {
    open(listed)
    await userEvent.click(
      await screen.findByRole('button', { name: `${number}, on the Do Not Call Register` }),
    )
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Copy number' }))
    expect(toastStore.toasts.map(({ title }) => title)).toEqual(['Number copied'])
  })
})

describe('a direct line', () => {
  const line = '+61 8 5550 0006'
  const direct = (dnc?: DoNotCall) => ({
    direct_phone: { value: line, masked: '+61 8 •••• ••••', ...(dnc && { dnc }) },
  })

  it('asks before a call and shows the flag if it is on the register', async () => {
    openWith(direct({ listed: 'yes', washed_at: '2026-02-03' }))
    await screen.findByText('Do not call')
    await screen.findByText('On the Do Not Call Register, checked 3 Feb 2026. Do not call.')
    expect(document.querySelector('a[href^="tel:"]')).toBeNull()
    expect(screen.queryByText('Not checked against the Do Not Call Register')).toBeNull()
    screen.getByRole('button', { name: 'Call Kim Wattle, on the Do Not Call Register' })
  })

  it('says so if it was checked and is not listed', async () => {
    openWith(direct({ listed: 'no', washed_at: day(3), valid_until: day(-27) }))
    await screen.findByText(/^Not on the Do Not Call Register, checked/)
    expect(screen.queryByText('Not checked against the Do Not Call Register')).toBeNull()
  })

  it('says beside the call button that it is unchecked', async () => {
    openWith(direct())
    await screen.findByText('Do Not Call not checked')
    expect(screen.getAllByText('Not checked against the Do Not Call Register')).toHaveLength(1)
    await screen.findByRole('link', { name: 'Call Kim Wattle' })
  })
})

describe('a number that is not on the register', () => {
  it('is called at once after a recent check', async () => {
    open({ listed: 'no', washed_at: day(3), valid_until: day(-27) })
    const [link] = await screen.findAllByRole('link', { name: number })
    expect(link?.getAttribute('href')).toBe('tel:+61491570006')
    await screen.findByRole('button', { name: `Copy number ${number}` })
    expect(screen.queryByText('Do not call')).toBeNull()
  })

  it('asks before a call if the check is older than 30 days', async () => {
    open({ listed: 'no', washed_at: day(40), valid_until: day(10) })
    const [warning] = await screen.findAllByText(/more than 30 days ago, so check it again/)
    expect(warning?.className).toContain('text-warn')
    expect(document.querySelector('a[href^="tel:"]')).toBeNull()
    await userEvent.click(
      screen.getByRole('button', {
        name: 'Call Kim Wattle, not checked in the last 30 days',
      }),
    )
    const dialog = await screen.findByRole('dialog', { name: 'Call Kim Wattle anyway?' })
    expect(dialog.textContent).toContain('more than 30 days ago')
    expect(dialog.textContent).toContain('may have joined the register since')
    expect(
      within(dialog)
        .getByRole('link', { name: `Call ${number}` })
        .getAttribute('href'),
    ).toBe('tel:+61491570006')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Do not call' }))
    await userEvent.click(
      screen.getByRole('button', { name: `${number}, not checked in the last 30 days` }),
    )
    await screen.findByRole('dialog', { name: 'Call Kim Wattle anyway?' })
  })

  it('asks before a call of an unchecked mobile, but not before a copy', async () => {
    open({ listed: 'unknown' })
    await screen.findByRole('button', {
      name: 'Call Kim Wattle, not checked in the last 30 days',
    })
    expect(document.querySelector('a[href^="tel:"]')).toBeNull()
    await screen.findByRole('button', { name: `Copy number ${number}` })
  })

  it('needs another check when its check expires, by its own date or after 30 days', () => {
    const now = Date.parse('2026-03-03T01:00:00Z')
    const state = (dnc: DoNotCall) => callState(dnc, now)
    expect(state({ listed: 'no', washed_at: '2026-02-20' })).toBe('clear')
    expect(state({ listed: 'no', washed_at: '2026-01-20' })).toBe('due')
    expect(state({ listed: 'no', washed_at: '2026-01-20', valid_until: '2026-03-03' })).toBe(
      'clear',
    )
    expect(state({ listed: 'no', washed_at: '2026-02-20', valid_until: '2026-03-02' })).toBe('due')
    expect(state({ listed: 'no' })).toBe('due')
    expect(state({ listed: 'unknown' })).toBe('due')
    expect(state({ listed: 'yes', washed_at: '2020-01-01' })).toBe('listed')
    expect(describeCallStatus({ listed: 'unknown' }, now)).toBe(
      'Not checked against the Do Not Call Register',
    )
  })
})
