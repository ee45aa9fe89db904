import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { openPage, pageOf } from '../../../kit/screens/lists-page.tsx'
import { links } from '../../../../contract/links.ts'
import { FiltersOver } from '../../../../src/screens/search/filters/filters-over.tsx'
import { ListsScreen } from '../../../../src/screens/lists/lists-screen.tsx'
import { StorageScreen } from '../../../../src/screens/storage/storage-screen.tsx'
import { createList } from '../../../../src/offline/lists.ts'
import { beginState } from '../../../../src/shared/records/begin.ts'
import { lists, membersOf, pins, measureStorage } from '../../../../src/offline/live.ts'
import { everyCompany, startRealApp } from '../../../kit/screens/real-app.ts'
import { cuttable } from '../../../kit/screens/sync.tsx'
import { windowOf } from '../../../kit/screens/screen.tsx'

const { api: real, close } = await startRealApp()
const all = await everyCompany(real)
afterAll(close)
afterEach(() => {
  cleanup()
  Reflect.deleteProperty(navigator, 'geolocation')
})

const address = '/dashboard/list'
const user = userEvent.setup()
const onServer = async (name: string) => (await real.lists({})).filter((list) => list.name === name)

const choose = async (list: string, action: string): Promise<void> => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${list}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}
const makeList = async (name: string): Promise<void> => {
  await user.click(await screen.findByRole('button', { name: 'New list' }))
  const dialog = await screen.findByRole('dialog', { name: 'New list' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), name)
  await user.click(within(dialog).getByRole('button', { name: 'Create list' }))
  await screen.findByRole('heading', { level: 1, name })
}
const back = async (): Promise<void> => user.click(screen.getByRole('link', { name: 'All lists' }))
const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) })

describe('all lists', () => {
  it('ask for the name of a new list where quick search begins one', async () => {
    openPage(real, <ListsScreen />, address, beginState('new list'))
    expect(await screen.findByRole('dialog', { name: 'New list' })).toBeDefined()
    expect(history.state).not.toMatchObject({ begin: 'new list' })
  })

  it('say that the only list needs a decision, not that there are none, with the way to it', async () => {
    windowOf(1440)
    const { id } = await real.createList({ name: 'Glaziers', category: 'company' })
    const network = cuttable(real)
    openPage(network.api, <ListsScreen />, address)
    await rowOf('Glaziers')
    network.cut()
    await choose('Glaziers', 'Rename')
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Glass{Enter}')
    await rowOf('Glass')
    await real.deleteList({ id })
    network.mend()
    window.dispatchEvent(new Event('online'))
    const alert = (await screen.findByText('1 list needs your decision.')).parentElement
    expect(alert?.parentElement?.querySelector('a')?.getAttribute('href')).toBe(links.sync())
    await waitFor(() => expect(screen.queryByRole('row', { name: /Glass/ })).toBeNull())
    expect(screen.queryByText('No lists yet')).toBeNull()
  })

  it('sends a list once that was created offline, although the answer was lost', async () => {
    windowOf(1440)
    const network = cuttable(real)
    network.cut()
    openPage(network.api, <ListsScreen />, address)
    expect(await screen.findByRole('heading', { name: 'No lists yet' })).toBeTruthy()
    await makeList('Perth builders')
    expect(await screen.findByText('No records in this list yet')).toBeTruthy()
    await back()
    expect(await within(await rowOf('Perth builders')).findByText('Not synced yet')).toBeTruthy()
    expect(await onServer('Perth builders')).toEqual([])

    // The first answer is lost: the server has the list, this device does not know.
    network.state.losesAnswers = true
    network.state.cut = false
    window.dispatchEvent(new Event('online'))
    await waitFor(async () => expect(await onServer('Perth builders')).toHaveLength(1))
    network.mend()
    window.dispatchEvent(new Event('online'))
    await waitFor(async () =>
      expect(
        within(await rowOf('Perth builders')).queryByText(/Not synced yet|Syncing/),
      ).toBeNull(),
    )
    expect(await onServer('Perth builders')).toHaveLength(1)
  })

  it('renames, duplicates and shares a list, here at once and then on the server', async () => {
    windowOf(1440)
    const [company] = (await real.records({ category: 'company', size: 10 })).records
    if (!company) throw new Error('The world is empty')
    await real.createList({ name: 'Roofers', category: 'company', recordIds: [company.id] })
    openPage(real, <ListsScreen />, address)
    await choose('Roofers', 'Rename')
    const dialog = await screen.findByRole('dialog', { name: 'Rename “Roofers”' })
    const name = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Name' })
    await waitFor(() => expect(document.activeElement).toBe(name))
    // Typing replaces the old name.
    expect([name.selectionStart, name.selectionEnd]).toEqual([0, 'Roofers'.length])
    await user.clear(name)
    await user.click(within(dialog).getByRole('button', { name: 'Rename' }))
    expect(within(dialog).getByText('Enter a name.')).toBeTruthy()
    await user.type(name, 'Roofers of Perth')
    await user.click(within(dialog).getByRole('button', { name: 'Rename' }))
    await rowOf('Roofers of Perth')

    await choose('Roofers of Perth', 'Duplicate')
    await user.click(await screen.findByRole('button', { name: 'Duplicate' }))
    expect(within(await rowOf('Roofers of Perth copy')).getByText('company')).toBeTruthy()
    await choose('Roofers of Perth copy', 'Share with your company')
    expect(await within(await rowOf('Roofers of Perth copy')).findByText('Shared')).toBeTruthy()
    await waitFor(async () => {
      expect(await onServer('Roofers')).toEqual([])
      const [copy] = await onServer('Roofers of Perth copy')
      expect(copy).toMatchObject({ shared: true, count: 1 })
    })
  })

  it('opens a list by a press anywhere on its row, and by Enter on the row', async () => {
    windowOf(1440)
    await real.createList({ name: 'Plasterers', category: 'company' })
    openPage(real, <ListsScreen />, address)
    const opened = async () =>
      expect(await screen.findByRole('heading', { level: 1, name: 'Plasterers' })).toBeTruthy()
    await user.click(within(await rowOf('Plasterers')).getByText('List'))
    await opened()
    await back()
    const row = await rowOf('Plasterers')
    act(() => row.focus())
    await user.keyboard('{Enter}')
    await opened()
  })

  it.each(['before', 'after'])(
    'restores a deleted list with its records, %s the deletion was sent',
    async (moment) => {
      windowOf(1440)
      const name = `Painters ${moment}`
      const { records } = await real.records({ category: 'company', size: 10 })
      const ids = records.slice(0, 3).map(({ id }) => id)
      await real.createList({ name, category: 'company', recordIds: ids })
      const network = cuttable(real)
      const { local } = openPage(network.api, <ListsScreen />, address)
      await rowOf(name)
      await user.click(screen.getByRole('button', { name: `Make available offline: ${name}` }))
      await within(await rowOf(name)).findByText('Offline · updated just now')
      if (moment === 'before') network.cut()
      await choose(name, 'Delete')
      expect(await screen.findByText(`“${name}” deleted.`)).toBeTruthy()
      await waitFor(() => expect(screen.queryByRole('row', { name: new RegExp(name) })).toBeNull())
      await vi.waitUntil(async () => moment === 'before' || (await onServer(name)).length === 0)
      await user.click(screen.getByRole('button', { name: 'Undo' }))
      expect(within(await rowOf(name)).getByText('3')).toBeTruthy()
      network.mend()
      await waitFor(async () => expect(await onServer(name)).toMatchObject([{ count: 3 }]))
      const created = (await lists(local.device)).filter(({ value }) => value.name === name)
      expect(created).toHaveLength(1)
      // The offline copy is still there, without another download.
      expect(await pins(local.device)).toMatchObject([{ sourceId: created[0]?.id, done: 3 }])
    },
  )

  it('refuses a duplicate name, and shows the server’s refusal beside the list', async () => {
    windowOf(1440)
    await real.createList({ name: 'Once', category: 'company' })
    const { network, local } = (() => {
      const cut = cuttable(real)
      return { network: cut, ...openPage(cut.api, <ListsScreen />, address) }
    })()
    await rowOf('Once')
    await user.click(await screen.findByRole('button', { name: 'New list' }))
    const dialog = await screen.findByRole('dialog', { name: 'New list' })
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'once')
    await within(dialog).findByText(/^You already have “once”/)
    await user.click(within(dialog).getByRole('button', { name: 'Create list' }))
    expect(screen.getByRole('dialog', { name: 'New list' })).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))

    // Another device of the same user was faster.
    network.cut()
    await createList(local, { name: 'Twice', category: 'company' })
    await rowOf('Twice')
    await real.createList({ name: 'Twice', category: 'company' })
    network.mend()
    window.dispatchEvent(new Event('online'))
    expect(await screen.findByText(/Choose a different name\.$/)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('filters by lists, searches and what is available offline', async () => {
    windowOf(390)
    await real.saveSearch({
      name: 'Mines',
      category: 'company',
      filters: { industry: ['Mining'] },
    })
    await real.createList({ name: 'Chosen ones', category: 'people' })
    openPage(real, <ListsScreen />, address)
    await screen.findByRole('link', { name: 'Chosen ones' })
    await user.click(screen.getByRole('radio', { name: 'Searches' }))
    expect(await screen.findByRole('link', { name: 'Mines' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Chosen ones' })).toBeNull()
    expect(location.search).toBe('?kind=searches')
    await user.click(screen.getByRole('radio', { name: 'Offline' }))
    expect(await screen.findByText('No offline lists yet')).toBeTruthy()
  })
})

const total = (text: RegExp | string) => screen.findByText(text, { selector: '[role=status]' })

/** More than one page of a download. */
const pinnedList = async (name: string) => {
  windowOf(1440)
  const { id } = await real.createList({ name, category: 'company', recordIds: all.slice(0, 150) })
  const network = cuttable(real)
  const page = openPage(network.api, <ListsScreen />, links.list(id))
  await user.click(await screen.findByRole('button', { name: 'Make available offline' }))
  // Looking for a text in so large a list would slow the download.
  await vi.waitUntil(
    async () => (await pins(page.local.device)).some(({ state }) => state === 'ready'),
    { timeout: 15_000 },
  )
  await screen.findByText('Offline · updated just now')
  expect(await pins(page.local.device)).toMatchObject([{ state: 'ready', done: 150 }])
  network.cut()
  return { id, network, ...page }
}

describe('an offline list', () => {
  it('finds, filters and sorts while offline as the server would, with the same totals', async () => {
    const { id, network } = await pinnedList('Field day')
    const requestCount = network.calls.length
    await total('150 companies')

    const inConstruction = await real.listRecords({ id, filters: { industry: ['Construction'] } })
    await user.click(await screen.findByRole('button', { name: 'Industry' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: /^Construction/ }))
    await total(`Found ${inConstruction.total} companies of 150`)

    const withPhone = await real.listRecords({
      id,
      filters: { industry: ['Construction'], has_company_phone: ['Yes'] },
      sorting: [{ field: 'name', order: 'asc' }],
    })
    await user.click(screen.getByRole('button', { name: 'Company phone' }))
    await user.click(screen.getByRole('button', { name: /^Sort: / }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Name, A to Z' }))
    await total(new RegExp(`^Found ${withPhone.total} compan(y|ies) of 150$`))
    const [first] = withPhone.records
    expect(withPhone.total).toBeGreaterThan(0)
    await waitFor(() => expect(screen.getAllByRole('row')[1]?.textContent).toContain(first?.name))
    await user.click(screen.getByRole('button', { name: 'Clear' }))

    const term = (first?.name ?? '').split(' ')[0] ?? ''
    const named = await real.listRecords({ id, search: term })
    await user.type(screen.getByRole('searchbox', { name: 'Search this list' }), term)
    await total(new RegExp(`^Found ${named.total} compan(y|ies) of 150$`))
    expect(network.calls.slice(requestCount).filter((name) => name === 'listRecords')).toEqual([])
  })

  it('opens with its first records, and offers filters only once all records are loaded', async () => {
    const { id, network, owner } = await pinnedList('Opened again')
    cleanup()
    pageOf(network.api, owner, <ListsScreen filters={FiltersOver} />, links.list(id))
    await screen.findAllByRole('rowheader')
    const group = await screen.findByRole('group', { name: 'Filters' })
    const [first] = await within(group).findAllByRole('button')
    expect(first?.textContent).toBe('Industry')
    await user.click(first ?? group)
    await screen.findByRole('menuitemcheckbox', { name: /^Construction/ })
    expect(group.isConnected).toBe(true)
  })

  it('drops a removed record at once, and tells the server after a reconnect', async () => {
    const { id, network, local } = await pinnedList('Shrinking')
    await total('150 companies')
    const actions = await waitFor(() => {
      const [, row] = screen.getAllByRole('row')
      return within(row ?? screen.getByRole('table')).getByRole('button', { name: /^Actions for / })
    })
    await user.click(actions)
    await user.click(await screen.findByRole('menuitem', { name: 'Remove from this list' }))
    await total('149 companies of 150')
    expect(await screen.findByText('Not synced yet')).toBeTruthy()
    network.mend()
    await waitFor(async () => expect((await real.list({ id })).count).toBe(149))
    // The offline copy updates on its own.
    await total('149 companies')
    expect(await membersOf(local.device, id)).toHaveLength(149)
    expect(await pins(local.device)).toMatchObject([{ done: 149, total: 149 }])
  })

  it('sorts by distance after a press, and never sends the position', async () => {
    const { network } = await pinnedList('Nearby')
    const getCurrentPosition = vi.fn<(done: PositionCallback) => void>((done) =>
      done({
        coords: { latitude: -31.95, longitude: 115.86 },
      } as GeolocationPosition),
    )
    Object.defineProperty(navigator, 'geolocation', {
      value: { getCurrentPosition },
      configurable: true,
    })
    network.mend()
    await user.click(await screen.findByRole('button', { name: 'Nearest first' }))
    expect(await screen.findByText(/stays on this device/)).toBeTruthy()
    expect(getCurrentPosition).not.toHaveBeenCalled()
    const listRecords = vi.spyOn(network.api, 'listRecords')
    await user.click(screen.getByRole('button', { name: 'Use my location' }))
    await screen.findByRole('button', { name: /^Nearest first, Any distance/ })
    await waitFor(() => expect(kilometres().length).toBeGreaterThan(3))
    expect(kilometres()).toEqual(kilometres().toSorted((x, y) => x - y))
    expect(screen.getAllByRole('link', { name: /in maps$/ }).length).toBeGreaterThan(0)
    expect(listRecords).not.toHaveBeenCalled()
    expect(location.search).not.toMatch(/31\.95|near|lat/)
  })

  it('frees its space when it is no longer wanted offline', async () => {
    const { local, owner, network, unmount } = await pinnedList('Freed')
    const [bytes] = (await measureStorage(local.device)).byPin.values()
    expect(bytes).toBeGreaterThan(100_000)
    unmount()
    const page = pageOf(network.api, owner, <StorageScreen />, links.storage())
    await user.click(await screen.findByRole('button', { name: 'Remove offline copy of Freed' }))
    await screen.findByText(/^No offline lists yet\. Open a/)
    expect(await pins(page.local.device)).toEqual([])
    await waitFor(async () =>
      expect(await page.local.device.read(({ records }) => records.count())).toBe(0),
    )
  })
})

const kilometres = (): number[] =>
  screen.getAllByText(/^(approx\. )?[\d.]+ (km|m)$/).map(({ textContent }) => {
    const [, figure, unit] = /([\d.]+) (km|m)$/.exec(textContent) ?? []
    return Number(figure) / (unit === 'm' ? 1000 : 1)
  })

describe('a list that is not on this device', () => {
  it('says so while offline, and downloads after a reconnect', async () => {
    windowOf(1440)
    const { id } = await real.createList({
      name: 'Later',
      category: 'company',
      recordIds: all.slice(0, 40),
    })
    const network = cuttable(real)
    const { owner } = openPage(network.api, <ListsScreen />, links.list(id))
    await total('40 companies')
    await screen.findByText(
      'Make this list available offline to sort by distance and see visits.',
      { selector: 'p' },
    )
    cleanup()
    network.cut()
    pageOf(network.api, owner, <ListsScreen />, links.lists())
    await screen.findByRole('link', { name: 'Later' })
    expect(await screen.findAllByText('Not available offline')).not.toEqual([])
    cleanup()
    pageOf(network.api, owner, <ListsScreen />, links.list(id))
    expect(await screen.findByText('This list isn’t available offline')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Make available offline/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Get it when I’m online' }))
    expect(await screen.findByText('Downloads when you’re online')).toBeTruthy()
    network.mend()
    await total('40 companies')
    expect(await screen.findByText('Offline · updated just now')).toBeTruthy()
  })
})
