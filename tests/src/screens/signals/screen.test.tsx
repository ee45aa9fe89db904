import { openSignals } from '../../../kit/screens/signals-page.tsx'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { addDays, localDayOf } from '../../../../contract/core/days.ts'
import { isInCountry } from '../../../../contract/signals/signal-filters.ts'
import { uiState } from '../../../../src/lib/ui-state.ts'
import { signalTypeOf, typesOf } from '../../../../contract/signals/signal-types.ts'
import { readHistoryState } from '../../../../src/shared/signals/agent-draft.ts'
import { session } from '../../../../src/session/session.ts'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { followUps } from '../../../../src/offline/follow-ups.ts'
import { readSignals } from '../../../../src/offline/signals.ts'
import { startRealApp, type RealApp } from '../../../kit/screens/real-app.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

// The clock of the screens starts at import: set it to the server's day first.
const { onTheDay } = vi.hoisted(() => {
  // The clock goes on, as a retry waits by it.
  const onTheDay = (): void =>
    void vi.useFakeTimers({
      now: Date.parse('2026-03-03T01:00:00Z'),
      toFake: ['Date'],
      shouldAdvanceTime: true,
    })
  onTheDay()
  return { onTheDay }
})

let server: RealApp
beforeAll(async () => {
  server = await startRealApp()
  await server.happen()
})
afterAll(() => server.close())
const unknown = session.current()
beforeEach(onTheDay)
afterEach(() => {
  connectivity.online = true
  vi.restoreAllMocks()
  act(() => session.update(unknown))
})

const user = userEvent.setup()
const params = (): URLSearchParams => new URLSearchParams(location.search)
const rows = () =>
  within(screen.getByRole('list', { name: 'Signals' })).queryAllByRole('heading', { level: 4 })
const open = async (address?: string, width?: number) => {
  const opened = openSignals(server.api, address, width)
  await waitFor(() => expect(rows().length).toBeGreaterThan(0))
  return opened
}
const total = async (question: object): Promise<number> => {
  const { total } = await server.api.targetingSignals({
    category: 'company',
    country: 'AU',
    ...question,
  })
  return total
}
const says = (count: number): Promise<HTMLElement> =>
  screen.findByText(`${count.toLocaleString('en-AU')} ${count === 1 ? 'signal' : 'signals'}`)

it('An opened signal shows the parts of its score, which add up to its confidence', async () => {
  await open()
  const [first] = rows()
  await user.click(within(first ?? document.body).getByRole('button'))
  const score = await screen.findByRole('region', { name: 'Why this score' })
  const points = [...score.querySelectorAll('dd')].map(({ textContent }) =>
    Number(textContent?.replace('−', '-')),
  )
  const sum = points.reduce((all, each) => all + each, 0)
  expect(within(score).getByRole('heading').textContent).toBe(`Why ${sum} of 100`)
  expect(screen.getByText(/^Source: /)).toBeTruthy()
})

it('A ticked filter narrows the list, shows in the address and as a chip, and clears at once', async () => {
  await open()
  await says(await total({}))
  const panel = within(screen.getByRole('complementary', { name: 'Filters' }))
  await user.click(panel.getByRole('button', { name: `Show all ${typesOf('company').length}` }))
  await panel.findByRole('button', { name: 'Show fewer', expanded: true })
  await user.click(panel.getByRole('checkbox', { name: 'Technology adopted' }))
  await user.click(panel.getByRole('button', { name: 'Location' }))
  await user.type(await panel.findByRole('textbox', { name: 'Find: Location' }), 'New South')
  await user.click(await panel.findByRole('checkbox', { name: /^New South Wales/ }))
  const filters = { 'company-signal-type': ['tech_adopted'], location: ['AU/NSW'] }
  expect(await total({ filters })).toBeGreaterThan(0)
  await says(await total({ filters }))
  expect([params().get('type'), params().get('location')]).toEqual(['tech_adopted', 'AU/NSW'])
  const chips = within(screen.getByRole('list', { name: 'Chosen filters' }))
  expect(chips.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Type Technology adopted',
    'Location New South Wales',
  ])
  await user.click(screen.getByRole('button', { name: 'Clear all' }))
  await says(await total({}))
})

it('A search without results suggests what to remove, with the number of signals without it', async () => {
  await open('/dashboard/signals?type=tech_adopted')
  await user.type(screen.getByRole('searchbox', { name: 'Search signals' }), 'xylophone')
  await screen.findByRole('heading', { name: 'No signals match' })
  const count = await total({ filters: { 'company-signal-type': ['tech_adopted'] } })
  await user.click(
    await screen.findByRole('button', {
      name: new RegExp(`^Without “xylophone” ?${count} signals$`),
    }),
  )
  await says(count)
  expect(params().get('q')).toBeNull()
})

it('A removal that would not help is not suggested, and equal ones appear once', async () => {
  const ways = (): (string | null)[] =>
    screen.getAllByRole('button', { name: /^Without/ }).map(({ textContent }) => textContent)
  const all = (await total({})).toLocaleString('en-AU')
  const { unmount } = openSignals(server.api, '/dashboard/signals?q=xylophone&key_topics=Zithers')
  await waitFor(() => expect(ways()).toEqual([`Without any filters${all} signals`]))
  unmount()
  openSignals(server.api, '/dashboard/signals?q=xylophone')
  await waitFor(() => expect(ways()).toEqual([`Without “xylophone”${all} signals`]))
})

it('Dragging over the chart selects days, the keyboard moves their ends, and Escape clears them', async () => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 0, 910, 72),
  )
  HTMLElement.prototype.setPointerCapture = () => {}
  await open()
  const bars = await screen.findByRole('group', { name: 'Choose dates' })
  fireEvent.pointerDown(bars, { clientX: 605, button: 0 })
  fireEvent.pointerMove(bars, { clientX: 695 })
  fireEvent.pointerUp(bars, { clientX: 695 })
  // Thirteen weeks end today, so the 61st day is the 30th before it.
  expect(params().get('event_date')).toBe('2026-02-01..2026-02-10')
  await says(await total({ filters: { event_date: ['2026-02-01..2026-02-10'] } }))
  screen.getByRole('slider', { name: 'Last day' }).focus()
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(params().get('event_date')).toBe('2026-02-01..2026-02-12')
  expect(screen.getByRole('slider', { name: 'Last day' }).getAttribute('aria-valuetext')).toBe(
    '12 Feb 2026',
  )
  await user.keyboard('{Escape}')
  expect(params().get('event_date')).toBeNull()
})

it('The chart counts the last days, and a range that is no whole bars', async () => {
  const inDays = async (filters: object): Promise<void> => {
    const count = await total({ filters })
    expect(count).toBeGreaterThan(0)
    await screen.findByText(
      (text) =>
        text.startsWith(`${count} signal`) && text.includes(' from ') && text.includes(' to '),
    )
  }
  const { unmount } = await open('/dashboard/signals?category=company&when=30')
  await inDays({ when: ['30'] })
  expect(screen.getByRole('button', { name: 'All dates' })).toBeTruthy()
  unmount()
  // On a phone a bar is a week.
  await open('/dashboard/signals?category=company&event_date=2026-01-07..2026-01-23', 390)
  await inDays({ event_date: ['2026-01-07..2026-01-23'] })
  await screen.findByText(/ from 7 Jan 2026 to 23 Jan 2026$/)
})

it('The chart is also a table, and a day of it is a press away', async () => {
  await open()
  await user.click(await screen.findByRole('button', { name: 'As a table' }))
  const table = within(screen.getByRole('region', { name: 'Signals by day' }))
  const [, day] = table.getAllByRole('row')
  const count = Number(day?.querySelector('td')?.textContent)
  await user.click(within(day ?? document.body).getByRole('button'))
  expect(await says(count)).toBeTruthy()
})

it('A dismissed signal disappears, also on the server, and returns after an undo', async () => {
  await open('/dashboard/signals?category=people')
  const { signals } = await server.api.targetingSignals({
    category: 'people',
    country: 'AU',
    sorting: [{ field: 'company', order: 'desc' }],
  })
  const [{ id, title } = { id: '', title: '' }] = signals
  const known = async (): Promise<boolean> =>
    (await server.api.targetingSignals({ category: 'people' })).signals.some(
      (signal) => signal.id === id,
    )
  await user.click(screen.getByRole('button', { name: `Dismiss “${title}”` }))
  await screen.findByText(`Dismissed: ${title}`)
  await waitFor(async () => expect(await known()).toBe(false))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByRole('button', { name: title })
  await waitFor(async () => expect(await known()).toBe(true))
})

it('A snoozed type is left out until the snooze ends', async () => {
  await open()
  const all = await total({})
  const { signals } = await server.api.targetingSignals({
    category: 'company',
    country: 'AU',
    sorting: [{ field: 'company', order: 'desc' }],
  })
  const [first] = signals
  const of = await total({ filters: { 'company-signal-type': [first?.slug ?? ''] } })
  await user.click(screen.getByRole('button', { name: first?.title ?? '' }))
  await user.click(await screen.findByRole('button', { name: /^Snooze type/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'For a week' }))
  await says(all - of)
  expect(screen.getByRole('list', { name: 'Snoozed types' }).textContent).toContain('10 Mar 2026')
  await user.click(screen.getByRole('tab', { name: 'People' }))
  await says(await total({ category: 'people' }))
  expect(screen.queryByRole('list', { name: 'Snoozed types' })).toBeNull()
  await user.click(screen.getByRole('tab', { name: 'Companies' }))
  await screen.findByRole('list', { name: 'Snoozed types' })
  await user.click(screen.getByRole('button', { name: 'Show again' }))
  await says(all)
})

it('Watching for more hands type, filters and lists to a new agent', async () => {
  await open('/dashboard/signals?location=AU/WA&when=30')
  const [first] = rows()
  await user.click(within(first ?? document.body).getByRole('button'))
  await user.click(await screen.findByRole('button', { name: 'Watch for more like this' }))
  expect(location.pathname).toBe('/dashboard/signals/agent/create')
  expect(readHistoryState(history.state)).toMatchObject({
    category: 'company',
    filters: { location: ['AU/WA'] },
    listIds: [],
  })
  expect(readHistoryState(history.state)?.types).toHaveLength(1)
})

it('A signal leads to a follow-up with its company', async () => {
  const { local } = await open()
  const [first] = rows()
  await user.click(within(first ?? document.body).getByRole('button'))
  await user.click(await screen.findByRole('button', { name: 'Follow up' }))
  await user.click(await screen.findByRole('button', { name: 'Tomorrow' }))
  await user.click(screen.getByRole('button', { name: 'Save follow-up' }))
  await waitFor(async () =>
    expect(await followUps(local.device)).toMatchObject([
      {
        value: {
          category: 'company',
          origin: { kind: 'signal', id: first?.closest('li')?.dataset['signal'] },
          dueDay: addDays(localDayOf(Date.now()), 1),
        },
      },
    ]),
  )
})

it('Offline, the newest signals can be read, searched and dismissed; the server learns of it later', async () => {
  const { network, local } = await open()
  await waitFor(async () => expect((await readSignals(local.device)).asOf).not.toBeNull())
  const all = await total({})
  await says(all)
  await screen.findByText(
    `${all.toLocaleString('en-AU')} signals. Drag across the chart to choose dates.`,
  )
  act(() => network.cut())
  // List and chart come from the server while it has answered their query.
  await screen.findByText(/^You’re offline\. Signals/)
  await says(all)
  await screen.findByText(
    `${all.toLocaleString('en-AU')} signals. Drag across the chart to choose dates.`,
  )
  await user.click(screen.getByRole('tab', { name: 'People' }))
  await screen.findByText(/^You’re offline\. Showing the newest signals/)
  const cached = (await readSignals(local.device)).signals.filter(
    (signal) => signal.category === 'people' && isInCountry(signal, 'AU'),
  )
  expect(cached.length).toBeGreaterThan(10)
  await says(cached.length)
  // A chart of what the device has would look like 88 days without signals.
  expect(screen.queryByRole('region', { name: 'Signals over time' })).toBeNull()
  screen.getByText(/^All signals on this device/)
  const types = within(screen.getByRole('list', { name: 'Types' }))
  const [chip] = types.getAllByRole('button')
  const [, name = '', count = ''] = /^(.*\D)(\d+)$/.exec(chip?.textContent ?? '') ?? []
  expect(cached.filter(({ slug }) => signalTypeOf(slug)?.label === name)).toHaveLength(
    Number(count),
  )
  await user.click(chip ?? document.body)
  await says(Number(count))
  await user.click(types.getByRole('button', { name: new RegExp(name) }))
  const [first] = cached.toSorted(
    (x, y) => y.event_date.localeCompare(x.event_date) || y.confidence - x.confidence,
  )
  const title = first?.title ?? ''
  await user.type(
    screen.getByRole('searchbox', { name: 'Search signals' }),
    first?.person?.name ?? '',
  )
  await waitFor(() => expect(rows().length).toBeLessThan(4))
  await user.click(screen.getByRole('button', { name: `Dismiss “${title}”` }))
  await screen.findByText(`Dismissed: ${title}`)
  act(() => network.mend())
  await waitFor(
    async () => {
      const { signals } = await server.api.targetingSignals({
        category: 'people',
        search: first?.person?.name ?? '',
      })
      expect(signals.map(({ id }) => id)).not.toContain(first?.id)
    },
    { timeout: 30_000 },
  )
})

it('Signals are grouped by company, newest company first, and no sentence appears twice', async () => {
  await open()
  const { signals } = await server.api.targetingSignals({
    category: 'company',
    country: 'AU',
    sorting: [{ field: 'company', order: 'desc' }],
  })
  const names = [...new Set(signals.map(({ company }) => company?.name))]
  expect(names.length).toBeLessThan(signals.length)
  const list = within(screen.getByRole('list', { name: 'Signals' }))
  const groups = list.getAllByRole('heading', { level: 3 })
  expect(groups.map(({ textContent }) => textContent)).toEqual(names)
  expect(rows().map(({ textContent }) => textContent)).toEqual(signals.map(({ title }) => title))
  const sentences = list
    .getAllByRole('paragraph')
    .flatMap(({ textContent }) => textContent.split(/(?<=[.!?]) /))
    .filter((sentence) => /[.!?]$/.test(sentence) && sentence !== 'New.')
  expect(sentences).toEqual([...new Set(sentences)])
})

it('A company can be called, added and watched without opening a signal', async () => {
  const { added } = await open()
  const { signals } = await server.api.targetingSignals({
    category: 'company',
    country: 'AU',
    sorting: [{ field: 'company', order: 'desc' }],
  })
  const { company } = signals.find((signal) => signal.company?.phone !== undefined) ?? {}
  const { id = '', name = '', phone = '' } = company ?? {}
  expect(screen.getByRole('link', { name: `Call ${name}` }).getAttribute('href')).toBe(
    `tel:${phone.replaceAll(/[^\d+]/g, '')}`,
  )
  await user.click(screen.getByRole('button', { name: `Add ${name} to a list` }))
  expect(added.at(-1)).toEqual({ category: 'company', ids: [id] })
  await user.click(screen.getByRole('button', { name: `Watch ${name}` }))
  expect(readHistoryState(history.state)).toMatchObject({
    category: 'company',
    filters: { company: [id] },
  })
})

it('The country of the top bar narrows the signals, and a chosen location takes precedence', async () => {
  await open()
  await says(await total({}))
  const abroad = await total({ country: 'NZ' })
  expect(abroad).toBeGreaterThan(0)
  expect(abroad).not.toBe(await total({}))
  act(() => void (uiState.country = 'NZ'))
  await says(abroad)
  cleanup()
  await open('/dashboard/signals?location=AU/WA')
  await says(await total({ country: undefined, filters: { location: ['AU/WA'] } }))
  act(() => void (uiState.country = 'AU'))
})

it('Only the signals of lists show by default once there is a list, and all at a press', async () => {
  const { signals } = await server.api.targetingSignals({ category: 'company', country: 'AU' })
  const id = signals[0]?.company?.id ?? ''
  const list = await server.api.createList(
    { name: 'Mine', category: 'company', recordIds: [id] },
    { idempotencyKey: crypto.randomUUID() },
  )
  await open()
  const mine = await total({ forYou: true })
  expect(mine).toBe(await total({ filters: { company: [id] } }))
  await says(mine)
  await user.click(screen.getByRole('radio', { name: 'All' }))
  await says(await total({}))
  expect(params().get('scope')).toBe('all')
  await server.api.deleteList({ id: list.id }, { idempotencyKey: crypto.randomUUID() })
})

it('New flags of the server add a tab and another prefix at the next visit', async () => {
  await server.turn('signal-intent', true)
  const { network } = await open()
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Companies',
    'People',
    'Intent',
    'Agents',
  ])
  expect(network.calls).toContain('coreSignals')
  await user.click(screen.getByRole('tab', { name: 'Intent' }))
  await screen.findByRole('heading', { name: 'No intent feed is connected' })
  await server.turn('signal-intent', false)
})
