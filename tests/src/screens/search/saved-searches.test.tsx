import { line, showOnDevice } from '../../../kit/screens/saved-searches.tsx'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyCriteria } from '../../../../contract/search/criteria.ts'
import { filterGroups } from '../../../../contract/search/filter.ts'
import { links } from '../../../../contract/links.ts'
import { closeOverlays } from '../../../../src/screens/search/saved/overlays.ts'
import { panel } from '../../../../src/screens/search/panel-state.ts'
import { SearchScreen } from '../../../../src/screens/search/search-screen.tsx'
import { recentSearches, savedSearches } from '../../../../src/offline/live.ts'
import { saveSearch, updateSearch } from '../../../../src/offline/searches.ts'
import { startRealApp } from '../../../kit/screens/real-app.ts'
import { windowOf } from '../../../kit/screens/screen.tsx'

const { api, close } = await startRealApp()
afterAll(close)
beforeEach(() => {
  closeOverlays()
  windowOf(1440)
  panel.filters = { industry: true, company_size: true }
  // Groups that the tests do not need stay closed.
  for (const group of filterGroups) panel.groups[group] = group === 'Company'
})

afterEach(async () => {
  cleanup()
  // All tests share a server: each starts without saved searches.
  for (const { id } of await api.savedSearches()) await api.deleteSearch({ id })
  for (const { rid } of await api.recentSearches()) await api.deleteRecent({ id: rid })
})

const query = (): string => decodeURIComponent(location.search).replaceAll('+', ' ')
const tick = async (user: UserEvent, name: string): Promise<void> =>
  user.click(await screen.findByRole('checkbox', { name }))
const saveAs = async (user: UserEvent, name: string, button = 'Save search'): Promise<void> => {
  await user.click(await screen.findByRole('button', { name: button }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), name)
  await user.click(within(dialog).getByRole('button', { name: 'Save search' }))
}

const open = (address?: string, given: { reached?: boolean | undefined } = {}) => {
  const { send, sent, network } = line(api)
  network.reached = given.reached ?? true
  const opened = showOnDevice(<SearchScreen />, api, send, address ? { address } : {})
  const saved = async () => (await savedSearches(opened.local().device)).map(({ value }) => value)
  const recent = async () => (await recentSearches(opened.local().device)).map(({ value }) => value)
  return { ...opened, user: userEvent.setup(), sent, network, saved, recent }
}

describe('saving a search', () => {
  it('creates a saved search and stays on it; a new one has only its country', async () => {
    const { user, saved, recent } = open()
    await tick(user, 'Construction')
    expect(query()).toBe('?industry=Construction&country=AU')
    await waitFor(async () => expect(await recent()).toHaveLength(1))
    await saveAs(user, 'Perth builders')
    await screen.findByText('“Perth builders” saved.')
    const [search] = await saved()
    expect(query()).toBe(`?industry=Construction&country=AU&saved=${search?.id ?? ''}`)
    await screen.findByRole('heading', { name: 'Perth builders' })
    expect(search).toMatchObject({
      name: 'Perth builders',
      category: 'company',
      isOwner: true,
      filters: { country: ['AU'], industry: ['Construction'] },
    })
    // Its recent search is converted, not left beside it.
    expect(await recent()).toEqual([])
    await user.click(screen.getByRole('link', { name: 'New search' }))
    expect(query()).toBe('?country=AU')
    expect(screen.queryByRole('heading', { name: 'Perth builders' })).toBeNull()
  })

  it('saves a search of companies as companies, without the filters that only filter people, and says so', async () => {
    const { user, saved } = open('/dashboard/search/new?industry=Mining&has_verified_email=Yes')
    await user.click(await screen.findByRole('button', { name: 'Save search' }))
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText(/Verified email only filters people, so it isn’t saved/)
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Miners')
    await user.click(within(dialog).getByRole('button', { name: 'Save search' }))
    await screen.findByRole('heading', { name: 'Miners' })
    const [search] = await saved()
    expect(search).toMatchObject({ category: 'company', filters: { industry: ['Mining'] } })
    act(() => history.pushState(null, '', links.savedSearch(search?.id ?? '')))
    await waitFor(() => expect(query()).toBe(`?industry=Mining&saved=${search?.id ?? ''}`))
    expect(screen.queryByText('Changed')).toBeNull()
  })

  it('shows it as unsent while offline, and sends it once', async () => {
    const { user, sync, sent, network } = open('/dashboard/search/new?industry=Mining', {
      reached: false,
    })
    await saveAs(user, 'Offline miners')
    await screen.findByText('“Offline miners” saved.')
    await screen.findByText('Not synced yet')
    await act(() => sync())
    expect(sent).toEqual([])
    network.reached = true
    await act(() => sync())
    await act(() => sync())
    expect(sent.filter((call) => call === 'saveSearch')).toHaveLength(1)
    const there = (await api.savedSearches()).filter(({ name }) => name === 'Offline miners')
    expect(there).toHaveLength(1)
    await waitFor(() => expect(screen.queryByText('Not synced yet')).toBeNull())
  })

  it('accepts a name of 80 characters, none of blanks, and refuses a duplicate', async () => {
    const { user, saved } = open('/dashboard/search/new?industry=Mining')
    await user.click(await screen.findByRole('button', { name: 'Save search' }))
    const dialog = await screen.findByRole('dialog')
    const field = within(dialog).getByRole('textbox', { name: 'Name' })
    await user.type(field, '   ')
    await user.click(within(dialog).getByRole('button', { name: 'Save search' }))
    await within(dialog).findByText('Enter a name.')
    expect(await saved()).toEqual([])
    await user.clear(field)
    await user.click(field)
    await user.paste('x'.repeat(90))
    expect(field).toHaveProperty('value', 'x'.repeat(80))
  })

  it('says that the server refused a name, and accepts another', async () => {
    await api.saveSearch({ name: 'Taken', category: 'company', filters: { industry: ['Mining'] } })
    const { user, sync } = open('/dashboard/search/new?industry=Mining')
    await saveAs(user, 'Taken')
    await act(() => sync())
    await screen.findByText(
      "There’s already a saved search called 'Taken'. Choose a different name.",
    )
    await screen.findByText('Needs attention')
    await user.click(screen.getByRole('button', { name: 'Rename' }))
    const dialog = await screen.findByRole('dialog')
    const field = within(dialog).getByRole('textbox', { name: 'Name' })
    await user.clear(field)
    await user.type(field, 'Not taken')
    await user.click(within(dialog).getByRole('button', { name: 'Rename' }))
    await act(() => sync())
    await waitFor(() => expect(screen.queryByText('Needs attention')).toBeNull())
    expect((await api.savedSearches()).map(({ name }) => name)).toContain('Not taken')
  })
})

describe('an open saved search', () => {
  const openSaved = async (given: { name?: string; reached?: boolean } = {}) => {
    const opened = open(undefined, given)
    await screen.findByRole('checkbox', { name: 'Construction' })
    const id = await saveSearch(opened.local(), {
      name: given.name ?? 'Perth builders',
      category: 'company',
      criteria: { ...emptyCriteria, filters: { country: ['AU'], industry: ['Construction'] } },
    })
    act(() => history.pushState(null, '', links.savedSearch(id)))
    await screen.findByRole('heading', { name: given.name ?? 'Perth builders' })
    return { ...opened, id }
  }

  it('opens by its id with its menu beside the name, writes its criteria into the address, and Reset beside Update restores it', async () => {
    const { user, id } = await openSaved()
    const name = screen.getByRole('heading', { name: 'Perth builders' })
    const menu = await screen.findByRole('button', { name: 'Actions for Perth builders' })
    expect(name.parentElement?.contains(menu)).toBe(true)
    const whole = `?industry=Construction&country=AU&saved=${id}`
    await waitFor(() => expect(query()).toBe(whole))
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull()
    await tick(user, '51–200')
    await screen.findByText('Changed')
    await tick(user, 'Mining')
    const reset = await screen.findByRole('button', { name: 'Reset' })
    const beside = within(reset.parentElement ?? reset)
    expect(beside.getByRole('button', { name: 'Update' })).toBeDefined()
    expect(beside.getByRole('button', { name: 'Save as new' })).toBeDefined()
    await user.click(reset)
    expect(query()).toBe(whole)
    await waitFor(() => expect(screen.queryByText('Changed')).toBeNull())
  })

  it('has its own prompt again after a Reset, when another was applied over it', async () => {
    const { user, id, local } = await openSaved({ name: 'From a prompt' })
    await screen.findByRole('button', { name: 'Actions for From a prompt' })
    const [search] = (await savedSearches(local().device)).map(({ value }) => value)
    if (search === undefined) throw new Error('It was not saved')
    await act(() => updateSearch(local(), search, search, 'builders'))
    act(() => history.pushState(null, '', links.savedSearch(id)))
    await user.click(await screen.findByRole('button', { name: 'Edit the description' }))
    const field = await screen.findByRole('textbox', {
      name: 'Describe who you want',
    })
    await waitFor(() => expect(field).toHaveProperty('value', 'builders'))
    act(() =>
      history.pushState(
        null,
        '',
        `/dashboard/search/new?industry=Mining&saved=${id}&prompt=miners`,
      ),
    )
    await waitFor(() => expect(field).toHaveProperty('value', 'miners'))
    await user.click(await screen.findByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(field).toHaveProperty('value', 'builders'))
    expect(query()).toContain('prompt=builders')
  })

  it('counts as seen on the server when it opens', async () => {
    const { id } = await api.saveSearch({
      name: 'Looked at',
      category: 'company',
      filters: { country: ['AU'], industry: ['Construction'] },
    })
    const looked = vi.spyOn(api, 'searchSeen')
    const { sync } = open(links.savedSearch(id))
    await act(() => sync())
    await screen.findByRole('heading', { name: 'Looked at' })
    await waitFor(() => expect(looked).toHaveBeenCalledWith({ id }))
    expect(looked).toHaveBeenCalledTimes(1)
    looked.mockRestore()
  })

  it('updates with the changes, which Reset then restores', async () => {
    const { user, saved, id } = await openSaved()
    await tick(user, 'Mining')
    await user.click(await screen.findByRole('button', { name: 'Update' }))
    await waitFor(() => expect(screen.queryByText('Changed')).toBeNull())
    expect((await saved())[0]?.filters['industry']).toEqual(['Construction', 'Mining'])
    await tick(user, '51–200')
    await user.click(await screen.findByRole('button', { name: 'Reset' }))
    expect(query()).toBe(`?industry=Construction&industry=Mining&country=AU&saved=${id}`)
  })

  it('can be saved under another name, and the original stays unchanged', async () => {
    const { user, saved } = await openSaved()
    await tick(user, 'Mining')
    await saveAs(user, 'Builders and miners', 'Save as new')
    await screen.findByRole('heading', { name: 'Builders and miners' })
    const both = new Map((await saved()).map(({ name, filters }) => [name, filters['industry']]))
    expect(both.get('Perth builders')).toEqual(['Construction'])
    expect(both.get('Builders and miners')).toEqual(['Construction', 'Mining'])
  })

  it('preserves what another user changed meanwhile', async () => {
    const name = 'Changed by two'
    const { user, saved, sync, id } = await openSaved({ name })
    await act(() => sync())
    await tick(user, '51–200')
    await api.patchSearch({
      id,
      baseVersion: 1,
      changes: { filters: { country: ['NZ'], industry: ['Construction'] } },
    })
    await act(() => sync())
    await user.click(await screen.findByRole('button', { name: 'Update' }))
    await act(() => sync())
    await waitFor(async () =>
      expect((await saved())[0]?.filters).toEqual({
        country: ['NZ'],
        industry: ['Construction'],
        company_size: ['51-200'],
      }),
    )
  })

  it('can be deleted, and Undo restores it, before and after the deletion is sent', async () => {
    const { user, saved, sync } = await openSaved({ name: 'Deleted twice' })
    await act(() => sync())
    const remove = async (): Promise<void> => {
      await user.click(await screen.findByRole('button', { name: 'Actions for Deleted twice' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
      await screen.findByText('“Deleted twice” deleted.')
      expect(await saved()).toEqual([])
    }
    const undo = async (): Promise<void> => {
      await user.click(screen.getByRole('button', { name: 'Undo' }))
      await waitFor(async () =>
        expect((await saved()).map((search) => search.name)).toHaveLength(1),
      )
    }
    await remove()
    expect(query()).toBe('?country=AU')
    await undo()
    const [again] = await saved()
    act(() => history.pushState(null, '', links.savedSearch(again?.id ?? '')))
    await remove()
    await act(() => sync())
    await undo()
    await act(() => sync())
    const there = (await api.savedSearches()).filter(({ name }) => name === 'Deleted twice')
    expect(there).toHaveLength(1)
    expect(there[0]?.filters['industry']).toEqual(['Construction'])
  })

  it('of another user can be copied but not changed', async () => {
    const { user, local, id } = await openSaved({ reached: false })
    // As the change feed sends another member's search.
    await act(() =>
      local().device.write(['searches', 'outbox'], async ({ searches, outbox }) => {
        await outbox.clear()
        const row = await searches.get(id)
        const value = { ...row?.value, isOwner: false, shared: true, ownerId: 'user_sam' }
        if (row) await searches.put({ ...row, known: value, value })
      }),
    )
    await screen.findByText('Shared with you')
    await tick(user, 'Mining')
    await screen.findByRole('button', { name: 'Save as new' })
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Actions for Perth builders' }))
    const offered = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
    expect(offered).toEqual(['Duplicate'])
    await user.click(screen.getByRole('menuitem', { name: 'Duplicate' }))
    await screen.findByRole('heading', { name: 'Copy of Perth builders' })
    await user.click(screen.getByRole('button', { name: 'Actions for Copy of Perth builders' }))
    await screen.findByRole('menuitem', { name: 'Rename' })
  })

  it('says that this device does not have it', async () => {
    const { sync } = open(links.savedSearch('0190a0a0-0000-7000-8000-00000000dead'))
    await screen.findByText(/^Still syncing/)
    await act(() => sync())
    expect(
      await screen.findByText('It may have been deleted, or isn’t shared with you.'),
    ).toBeTruthy()
  })
})

describe('recent searches', () => {
  it('are created by the first change and updated 4 seconds after later ones', async () => {
    const { user, sync, sent, recent } = open()
    await tick(user, 'Construction')
    await waitFor(async () => expect(await recent()).toHaveLength(1))
    await act(() => sync())
    expect(sent).toEqual(['newRecent'])

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const quick = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
    await tick(quick, 'Mining')
    act(() => void vi.advanceTimersByTime(3_000))
    await tick(quick, '51–200')
    act(() => void vi.advanceTimersByTime(3_000))
    expect((await recent())[0]?.filters['industry']).toEqual(['Construction'])
    act(() => void vi.advanceTimersByTime(1_500))
    vi.useRealTimers()
    await waitFor(async () =>
      expect((await recent())[0]?.filters).toEqual({
        country: ['AU'],
        industry: ['Construction', 'Mining'],
        company_size: ['51-200'],
      }),
    )
    await act(() => sync())
    expect(sent).toEqual(['newRecent', 'updateRecent'])
    expect(await recent()).toHaveLength(1)
  })

  it('are created by the next change when storing the first failed', async () => {
    const { user, recent, local } = open()
    await screen.findByRole('checkbox', { name: 'Construction' })
    const { device } = local()
    await waitFor(async () => expect(await recent()).toEqual([]))
    const write = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Storage is full', 'QuotaExceededError')
    })
    await tick(user, 'Construction')
    await waitFor(() =>
      expect(write.mock.contexts.map((store) => (store as IDBObjectStore).name)).toContain(
        'recent',
      ),
    )
    write.mockRestore()
    expect(await recentSearches(device)).toEqual([])
    await tick(user, 'Mining')
    await waitFor(async () =>
      expect((await recent()).map(({ filters }) => filters['industry'])).toEqual([
        ['Construction', 'Mining'],
      ]),
    )
  })

  it('are stored at once when the user leaves within the 4 seconds, and open where they were', async () => {
    const { user, recent, local } = open()
    await tick(user, 'Construction')
    await waitFor(async () => expect(await recent()).toHaveLength(1))
    await tick(user, 'Mining')
    act(() => history.pushState(null, '', links.newSearch()))
    await waitFor(async () =>
      expect((await recent())[0]?.filters['industry']).toEqual(['Construction', 'Mining']),
    )
    const [search] = await recentSearches(local().device)
    act(() => history.pushState(null, '', links.recentSearch(search?.id ?? '')))
    await waitFor(() => expect(query()).toBe('?industry=Construction&industry=Mining&country=AU'))
    await tick(user, 'Mining')
    await waitFor(async () => expect((await recent())[0]?.filters['industry']).toHaveLength(1), {
      timeout: 5_000,
    })
    expect(await recent()).toHaveLength(1)
  })

  it('can be deleted, and Undo restores them, before and after the deletion is sent', async () => {
    const { user, sync, recent } = open()
    await tick(user, 'Construction')
    await waitFor(async () => expect(await recent()).toHaveLength(1))
    const remove = async (): Promise<void> => {
      await user.click(await screen.findByRole('button', { name: 'Recent and saved searches' }))
      const [actions] = await screen.findAllByRole('button', {
        name: /^Actions for .*Construction/,
      })
      await user.click(actions ?? document.body)
      await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
      await screen.findByText(/^“.*Construction.*” deleted\.$/)
      expect(await recent()).toEqual([])
      await user.keyboard('{Escape}')
    }
    const undo = async (): Promise<void> => {
      await user.click(await screen.findByRole('button', { name: 'Undo' }))
      await waitFor(async () =>
        expect((await recent()).map(({ filters }) => filters['industry'])).toEqual([
          ['Construction'],
        ]),
      )
      expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    }
    await remove()
    await undo()
    await act(() => sync())
    await remove()
    await act(() => sync())
    expect(await api.recentSearches()).toEqual([])
    await undo()
    await act(() => sync())
    expect((await api.recentSearches()).map(({ filters }) => filters['industry'])).toEqual([
      ['Construction'],
    ])
  })

  it('are listed, and saved under a name; then the list of them says where they are', async () => {
    const { user, recent, saved } = open()
    await tick(user, 'Construction')
    await waitFor(async () => expect(await recent()).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: 'Recent and saved searches' }))
    const list = await screen.findByRole('dialog', { name: 'Recent and saved searches' })
    const name = 'Actions for Companies in Australia, in Construction'
    const [newest] = await within(list).findAllByRole('button', { name })
    await user.click(newest ?? list)
    await user.click(await screen.findByRole('menuitem', { name: 'Save search' }))
    const dialog = await screen.findByRole('dialog', { name: 'Save recent search' })
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'From recent')
    await user.click(within(dialog).getByRole('button', { name: 'Save search' }))
    await screen.findByRole('heading', { name: 'From recent' })
    expect(await recent()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Recent and saved searches' }))
    await screen.findByText('Searches you save move to Saved searches, below.')
    expect((await saved()).map((search) => search.name)).toEqual(['From recent'])
  })
})
