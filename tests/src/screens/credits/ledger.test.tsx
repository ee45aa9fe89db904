import { cuttable, withCalls } from '../../../kit/screens/credits.tsx'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CreditsScreen } from '../../../../src/screens/credits/credits-screen.tsx'
import { ledgerAddress, readLedgerView } from '../../../../src/screens/credits/ledger-view.ts'
import { session } from '../../../../src/session/session.ts'
import type { ApiClient } from '../../../../src/lib/api.ts'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { alex } from '../../../kit/session/people.ts'
import { aMember, anInfo } from '../../../kit/screens/members.ts'
import { startRealApp } from '../../../kit/screens/real-app.ts'
import { fakeApi, show, windowOf } from '../../../kit/screens/screen.tsx'

const { api: real, close } = await startRealApp()
afterAll(close)
const { records: people } = await real.records({
  category: 'people',
  filters: { has_work_email: ['Yes'] },
  size: 40,
})
const ids = people.map(({ id }) => id)
await real.reveal({ category: 'people', ids: ids.slice(0, 1), agreed: 1 })
await real.reveal({ category: 'people', ids: ids.slice(0, 31), agreed: 30 })

const unknown = session.current()
beforeEach(() => {
  connectivity.online = true
  windowOf(1440)
  act(() => session.update({ identity: alex }))
})
afterEach(() => act(() => session.update(unknown)))

const open = (api: ApiClient = real, query = '') =>
  show(<CreditsScreen />, api, `/dashboard/credits${query}`)

const table = () => screen.findByRole('table')
const lines = async (): Promise<string[]> =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent).join(' | '))

describe('the ledger', () => {
  it('shows every change with balances that add up', async () => {
    open()
    const [newest = '', ...others] = await lines()
    const { entries } = await real.ledger({})
    expect(newest).toMatch(
      /^\d+ \w+ 20\d\d \d{1,2}:\d\d [ap]m \| .* \| Reveal · 30 people \| 30 \| −30 \| [\d,]+$/,
    )
    expect(
      others.some((line) => line.includes(`Reveal · ${people[0]?.name ?? '?'} | 1 | −1 |`)),
    ).toBe(true)
    expect(others.some((line) => /Added · .* \| {2}\| \+[\d,]+ \|/.test(line))).toBe(true)
    const balance = entries.reduce((sum, { delta }) => sum + delta, 0)
    expect(entries[0]?.balance).toBe(balance)
    expect((await screen.findByRole('region', { name: 'Balance' })).textContent).toContain(
      'credits available',
    )
  })

  it('shows reservations in brackets, because they change no balance', async () => {
    open(real, '?kind=reserve')
    const [reserved = ''] = await lines()
    expect(reserved).toMatch(/Reserved, Reveal · 30 people \| {2}\| reserved \(30\) \| /)
  })

  it('lists the records that an entry unlocked, page by page, with links', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: '30 records of 30 people' }))
    const records = await screen.findByRole('region', { name: 'Records of 30 people' })
    await waitFor(() => expect(within(records).getAllByRole('link')).toHaveLength(25))
    await userEvent.click(within(records).getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(within(records).getAllByRole('link')).toHaveLength(5))
    const [link] = within(records).getAllByRole('link')
    const id = new URLSearchParams(link?.getAttribute('href')?.split('?')[1]).get('id') ?? ''
    expect(ids.slice(1, 31)).toContain(id)
  })

  it('opens the records of an entry by a press on its row or card, which the keyboard reaches', async () => {
    for (const width of [1440, 390]) {
      windowOf(width)
      open()
      const titles = await screen.findAllByText('30 people')
      const inRows = titles.filter((title) => title.closest('[data-row]') !== null)
      expect(inRows).toHaveLength(1)
      const [title = document.body] = inRows
      await userEvent.click(title)
      await screen.findByRole('region', { name: 'Records of 30 people' })
      await userEvent.click(title)
      expect(screen.queryByRole('region', { name: 'Records of 30 people' })).toBeNull()
      cleanup()
    }
  })

  it('filters by kind and by member, and keeps the filters in the address', async () => {
    open()
    await table()
    await userEvent.selectOptions(screen.getByLabelText('Entry type'), 'Spent')
    await waitFor(async () => expect(await lines()).toHaveLength(2))
    expect(location.search).toBe('?kind=commit')
    await userEvent.selectOptions(screen.getByLabelText('Entry type'), 'Expired')
    await screen.findByText('No matching entries')
  })

  it('filters by member only for admins, and lets other members ask for more credits', async () => {
    act(() => session.update({ identity: { ...alex, role: 'standard' } }))
    open(withCalls(real, { customerInfo: async () => anInfo([aMember()]) }))
    await table()
    expect(screen.queryByLabelText('Person')).toBeNull()
    const ask = await screen.findByRole('link', { name: 'Ask an admin for more credits' })
    expect(ask.getAttribute('href')).toMatch(
      /^mailto:alex@harbour\.example\?subject=More%20credits/,
    )
    cleanup()
    act(() => session.update({ identity: alex }))
    open()
    await screen.findByLabelText('Person')
    expect(screen.queryByRole('link', { name: 'Ask an admin for more credits' })).toBeNull()
  })

  it('shows cards on a phone', async () => {
    windowOf(390)
    open()
    const [card] = (await screen.findAllByText('30 people')).map((title) => title.closest('li'))
    expect(card?.textContent).toMatch(/^Reveal · 30 people−30.*balance after/)
    expect(screen.queryByRole('table')).toBeNull()
    await userEvent.click(within(card ?? document.body).getByRole('button', { name: '30 records' }))
    await screen.findByRole('region', { name: 'Records of 30 people' })
  })

  it('ignores invalid parts of its address', () => {
    expect(readLedgerView('kind=theft&page=-3&request=1;drop')).toEqual({
      page: 0,
      kind: null,
      userId: null,
      requestId: null,
    })
    const view = { page: 2, kind: 'refund', userId: 'user_1', requestId: null } as const
    expect(readLedgerView(ledgerAddress(view).split('?')[1] ?? '')).toEqual(view)
    expect(ledgerAddress({ ...view, page: 0, kind: null, userId: null })).toBe('/dashboard/credits')
  })
})

describe('the usage chart', () => {
  it('describes each day when the arrow keys select it', async () => {
    open()
    const chart = await screen.findByRole('slider', { name: 'Credits used each day' })
    expect(chart.getAttribute('aria-valuetext')).toMatch(/: 31 credits \(Reveal 31\)$/)
    chart.focus()
    await userEvent.keyboard('{ArrowLeft}')
    expect(chart.getAttribute('aria-valuetext')).toMatch(/: nothing spent$/)
    await userEvent.keyboard('{Home}')
    expect(chart.getAttribute('aria-valuenow')).toBe('1')
    fireEvent.pointerDown(chart, { clientX: 1 })
    expect(chart.getAttribute('aria-valuenow')).toBe('90')
  })

  it('switches to a table', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Show table' }))
    const days = await screen.findByRole('region', { name: 'Usage by day' })
    const [day] = within(days).getAllByRole('row').slice(1)
    expect([...(day?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent)).toEqual([
      '31',
      '0',
      '0',
      '0',
      '31',
      '0',
    ])
  })
})

describe('the credits screen', () => {
  it('shows cached credits with their age when the network fails', async () => {
    const network = cuttable(real)
    open(network.api)
    await table()
    act(() => network.cut())
    expect(
      (await screen.findByText(/You’re offline\. These are your credits/)).textContent,
    ).toMatch(/as of \d{1,2}:\d\d [ap]m/)
    expect(await lines()).not.toEqual([])
  })

  it('says that it needs a connection if nothing is cached', async () => {
    const network = cuttable(real)
    network.cut()
    open(network.api)
    expect(await screen.findByText('Your credits aren’t on this device yet')).toBeDefined()
  })

  it('says that loading failed and nothing was spent, and retries', async () => {
    let works = false
    open(
      withCalls(real, {
        credits: (...given) =>
          works ? real.credits(...given) : Promise.reject(new Error('broken')),
      }),
    )
    const trouble = await screen.findByRole('alert')
    expect(trouble.textContent).toContain('No credits were spent.')
    works = true
    await userEvent.click(within(trouble).getByRole('button', { name: 'Try again' }))
    await table()
  })

  it('says how many reports of wrong contacts wait for a decision', async () => {
    open(
      withCalls(real, {
        credits: async (...given) => ({ ...(await real.credits(...given)), claims: 2 }),
      }),
    )
    const message = /^2 reports of contacts that don’t work are awaiting review/
    expect(await screen.findByText(message)).toBeTruthy()
  })

  it('says so if the organisation has spent nothing', async () => {
    const nothing = {
      balance: 0,
      reserved: 0,
      parts: { subscription: 0, rollover: 0, addon: 0 },
      period: null,
      spent: 0,
      mine: { spent: 0, reserved: 0, cap: 20 },
      notice: null,
    }
    open(
      fakeApi({
        credits: async () => nothing,
        ledger: async () => ({ success: true, total: 0, entries: [] }),
        creditsUsage: async () => ({ days: [] }),
        customerInfo: async () => anInfo([aMember()]),
      }),
    )
    await screen.findByText('No entries yet')
    await screen.findByText('No credits spent in the last 90 days.')
    const balance = screen.getByRole('region', { name: 'Balance' })
    expect(balance.textContent).toContain('No plan')
    expect(balance.textContent).toContain('0 of your limit of 20')
  })
})
