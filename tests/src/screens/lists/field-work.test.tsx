import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { openPage, pageOf } from '../../../kit/screens/lists-page.tsx'
import { links } from '../../../../contract/links.ts'
import { ListsScreen } from '../../../../src/screens/lists/lists-screen.tsx'
import { RecordScreen } from '../../../../src/screens/records/record-screen.tsx'
import { addVisit } from '../../../../src/offline/activities.ts'
import { pins } from '../../../../src/offline/live.ts'
import { everyCompany, startRealApp } from '../../../kit/screens/real-app.ts'
import { cuttable } from '../../../kit/screens/sync.tsx'
import { windowOf } from '../../../kit/screens/screen.tsx'

const { api: real, close } = await startRealApp()
const all = (await everyCompany(real)).slice(0, 30)
afterAll(close)

const getCurrentPosition = vi.fn<(done: PositionCallback) => void>((done) =>
  done({ coords: { latitude: -31.95, longitude: 115.86 } } as GeolocationPosition),
)
Object.defineProperty(navigator, 'geolocation', {
  value: { getCurrentPosition },
  configurable: true,
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  getCurrentPosition.mockClear()
})

const user = userEvent.setup()
const press = async (name: string | RegExp): Promise<void> =>
  user.click(await screen.findByRole('button', { name }))
const total = (text: RegExp | string) => screen.findByText(text, { selector: '[role=status]' })
/** The names of the first rows. */
const names = (): (string | null)[] =>
  screen
    .getAllByRole('listitem')
    .map((row) => within(row).queryAllByRole('link')[0]?.textContent ?? null)

/** A list of 30 companies that is available offline, on a phone without a network. */
const offlineList = async (name: string) => {
  windowOf(390)
  const { id } = await real.createList({ name, category: 'company', recordIds: all })
  const network = cuttable(real)
  const page = openPage(network.api, <ListsScreen />, links.list(id))
  await press(/^Make available offline/)
  await waitFor(async () =>
    expect(await pins(page.local.device)).toMatchObject([{ state: 'ready', done: 30 }]),
  )
  network.cut()
  await total('30 companies')
  return { id, network, ...page }
}
const sortByDistance = async (): Promise<void> => {
  // It waits until the records come from the device.
  await waitFor(() =>
    expect(
      screen.getByRole('button', { name: 'Nearest first' }).getAttribute('aria-disabled'),
    ).toBeNull(),
  )
  await press('Nearest first')
  await press('Use my location')
  await screen.findByRole('button', { name: /^Nearest first, Any distance/ })
  // The rows follow a moment later, with their distances.
  await screen.findAllByText(/\d k?m$/)
}

describe('a list sorted by distance', () => {
  it('keeps its order, radius and scroll position while a company is open, and asks for the position once', async () => {
    const { owner, network } = await offlineList('Kept')
    await sortByDistance()
    await user.click(screen.getByRole('button', { name: /^Nearest first, Any distance/ }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Within 100 km' }))
    await total(/^Found/)
    scrollTo(0, 40)
    dispatchEvent(new Event('scroll'))
    const before = names()
    const list = location.pathname + location.search
    expect(list).toContain('within=100')
    cleanup()

    scrollTo(0, 0)
    pageOf(network.api, owner, <ListsScreen />, list)
    await total(/^Found/)
    await waitFor(() => expect(names()).toEqual(before))
    expect(scrollY).toBe(40)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(getCurrentPosition).toHaveBeenCalledTimes(1)
  })

  it('explains the position once a device, and locates it at every later press', async () => {
    await offlineList('Asked once')
    await sortByDistance()
    await user.click(screen.getByRole('button', { name: /^Nearest first, Any distance/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Stop sorting by distance' }))
    await press('Nearest first')
    await screen.findByRole('button', { name: /^Nearest first, Any distance/ })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(getCurrentPosition).toHaveBeenCalledTimes(2)
    expect(JSON.stringify(Object.entries(localStorage))).not.toMatch(/31\.95|115\.86/)
  })
})

describe('visits of a list', () => {
  it('show at once while offline: in the row, the progress, the filter and the next stop', async () => {
    const { local } = await offlineList('Worked')
    await sortByDistance()
    const [first = ''] = names()
    await press(`Log visit to ${first}`)
    await press('Met')
    // The list measures from the device.
    const saved = await screen.findByText(/Saved on this device\./)
    await waitFor(() => expect(saved.textContent).toMatch(/Next: .+, .*[\d.]+ k?m from /))
    expect(saved.textContent?.endsWith(` from ${first}`)).toBe(true)
    expect(await screen.findByText('Visited today · Met')).toBeDefined()
    expect(await screen.findByText('1 of 30 visited')).toBeDefined()

    await press('Add visit note')
    await user.type(await screen.findByLabelText('Notes (optional)'), 'Gate 2')
    await press('Save')
    await screen.findByRole('button', { name: 'Edit visit note' })
    expect(await local.device.read(({ activities }) => activities.toArray())).toMatchObject([
      { value: { outcome: 'met', text: 'Gate 2' } },
    ])
    expect(await screen.findByRole('link', { name: /^Directions to / })).toBeDefined()
    expect(names()[0]).toBe(first)

    await press('Not visited')
    await total('Found 29 companies of 30, not visited in 30 days')
    expect(names()).not.toContain(first)

    // The next stop can be logged from there, in two presses.
    const next = screen.getByRole('link', { name: /^Directions to / })
    const nextName = (next.getAttribute('aria-label') ?? '').replace('Directions to ', '')
    const [offer] = screen.getAllByRole('button', { name: `Log visit to ${nextName}` }).toReversed()
    await user.click(offer ?? next)
    await press('No one there')
    await screen.findByText('2 of 30 visited')
    expect(await local.device.read(({ activities }) => activities.count())).toBe(2)

    await user.click(screen.getByRole('link', { name: 'All lists' }))
    const card = (await screen.findByRole('link', { name: 'Worked' })).closest('li')
    await waitFor(() => expect(card?.textContent).toContain('30 companies · 2 visited'))
  })

  it('say when everything is visited', async () => {
    const { local } = await offlineList('Finished')
    await sortByDistance()
    const [first] = screen.getAllByRole('listitem')
    const link = within(first ?? document.body).getAllByRole('link')[0]
    for (const recordId of all)
      if (link?.getAttribute('href')?.includes(recordId) === false)
        await addVisit(local, { category: 'company', recordId }, { outcome: 'met' })
    await screen.findByText('29 of 30 visited')
    await press(`Log visit to ${link?.textContent ?? ''}`)
    await press('Interested')
    expect(await screen.findByText(/Everything on this list is visited\./)).toBeDefined()
  })

  it('say only of a searched part of the list that it is visited', async () => {
    await offlineList('Searched')
    await sortByDistance()
    const first = names()[0] ?? ''
    await user.type(screen.getByRole('searchbox', { name: 'Search this list' }), first)
    await total(/^Found 1 company/)
    await press(`Log visit to ${first}`)
    await press('Met')
    expect(await screen.findByText(/Everything you found in this list is visited\./)).toBeDefined()
  })

  it('offer the next stop on the page of a company too', async () => {
    const { owner, network } = await offlineList('From a company')
    await sortByDistance()
    const [link] = within(screen.getAllByRole('listitem')[0] ?? document.body).getAllByRole('link')
    const address = link?.getAttribute('href') ?? ''
    cleanup()
    pageOf(network.api, owner, <RecordScreen category="company" />, address)
    await press('Log visit')
    await press('Interested')
    const saved = await screen.findByText(/Saved on this device\. Next: /)
    const notice = saved.closest<HTMLElement>('[role=status]') ?? document.body
    // The page has Directions to its own company: this button says which company it leads to.
    expect(within(notice).getByRole('link', { name: /^Directions to / }).textContent).toMatch(
      /^Directions to .+/,
    )
  })
})
