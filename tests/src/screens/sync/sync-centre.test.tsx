import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { cuttable, openPage } from '../../../kit/screens/sync.tsx'
import { ApiProblem } from '../../../../src/lib/api-errors.ts'
import { queueDownload } from '../../../../src/offline/downloads.ts'
import { currentTab } from '../../../../src/offline/wipe/current-tab.ts'
import { createList, changeList } from '../../../../src/offline/lists.ts'
import { lists } from '../../../../src/offline/live.ts'
import { requestPin } from '../../../../src/offline/pins.ts'
import { saveRecent } from '../../../../src/offline/searches.ts'
import { emptyCriteria } from '../../../../contract/search/criteria.ts'
import { syncStore } from '../../../../src/shared/offline/sync-store.ts'
import type { Local } from '../../../../src/offline/outbox.ts'
import { aConflict } from '../../../kit/fixtures/conflicts.ts'
import { saveUnsent } from '../../../../src/offline/unsent-file.ts'
import { startRealApp } from '../../../kit/screens/real-app.ts'

const { api: real, close } = await startRealApp()
afterAll(close)
afterEach(cleanup)

const onServer = async (name: string) => (await real.lists({})).filter((list) => list.name === name)

const savedList = async (local: Local, id: string) => {
  const list = (await lists(local.device)).find((entry) => entry.id === id)
  if (!list) throw new Error('The list is not on the device')
  return list.value
}

const nothingWaits = () => screen.findByRole('heading', { name: 'Nothing to sync' })

const press = async (name: string | RegExp): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }))

const aListOfBoth = async (name: string) => {
  const network = cuttable(real)
  const page = await openPage(network.api)
  const id = await createList(page.local, { name, category: 'company' })
  await waitFor(async () => expect(await onServer(name)).toHaveLength(1))
  await nothingWaits()
  network.cut()
  return { network, page, id, seen: await savedList(page.local, id) }
}

describe('a queue that was filled offline', () => {
  const pill = () => screen.getByRole('button', { name: /Open the Sync centre$/ })

  it('confirms once that all is sent', async () => {
    const network = cuttable(real)
    const { local } = await openPage(network.api)
    await nothingWaits()
    network.cut()
    for (const name of ['Albany stops', 'Bunbury stops'])
      await createList(local, { name, category: 'company' })
    await waitFor(() => expect(pill().textContent).toBe('Offline · 2'))
    network.mend()
    await press('Sync now')
    await waitFor(() => expect(pill().textContent).toBe('All 2 sent'))
    const said = screen
      .getAllByRole('status')
      .filter(({ textContent }) => textContent === 'All 2 sent')
    expect(said).toHaveLength(1)
  })

  it('confirms nothing beside a conflict', async () => {
    const { network, page, id, seen } = await aListOfBoth('Kalgoorlie stops')
    syncStore.justSent = null
    await real.patchList({ id, baseVersion: 1, changes: { name: 'Kalgoorlie mines' } })
    await changeList(page.local, seen, { name: 'Goldfields stops' })
    await waitFor(() => expect(pill().textContent).toBe('Offline · 1'))
    network.mend()
    await press('Sync now')
    await screen.findByRole('region', { name: /^Conflicts/ })
    expect(syncStore.justSent).toBeNull()
    expect(pill().textContent).toBe('1')
  })
})

describe('the Sync centre', () => {
  it('disables Sync now where the browser refuses storage', async () => {
    const storage = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw new DOMException('No', 'SecurityError')
    })
    await openPage(cuttable(real).api)
    const button = await screen.findByRole('button', { name: 'Sync now' })
    const why = () => document.getElementById(button.getAttribute('aria-describedby') ?? '')
    await waitFor(() =>
      expect(why()?.textContent).toBe('This device can’t save changes right now.'),
    )
    expect(button.getAttribute('aria-disabled')).toBe('true')
    storage.mockRestore()
  })

  it('stores an offline edit on this device and sends it once after the network returns', async () => {
    const network = cuttable(real)
    network.cut()
    const { local } = await openPage(network.api)
    await createList(local, { name: 'Perth builders', category: 'company' })
    expect(await screen.findByText('Create list “Perth builders”')).toBeTruthy()
    expect(screen.getByText('Not synced yet')).toBeTruthy()
    await screen.findByRole('button', { name: /1 change will sync.* Open the Sync/ })
    expect(await onServer('Perth builders')).toEqual([])

    // The first answer is lost: the server has the list, and this device does not know.
    network.mend()
    network.state.losesAnswers = true
    await press('Sync now')
    await waitFor(async () => expect(await onServer('Perth builders')).toHaveLength(1))
    network.mend()
    expect(await nothingWaits()).toBeTruthy()
    await screen.findByRole('button', { name: /^All synced\./ })
    expect(await onServer('Perth builders')).toHaveLength(1)
    const synced = await screen.findByRole('region', { name: /^Synced/ })
    expect(within(synced).getByText('Create list “Perth builders”')).toBeTruthy()
    expect(within(synced).getByText('Today: 1. Changes stay here for 7 days.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Find companies' })).toBeNull()
    expect((await screen.findAllByText(/^as of/)).length).toBeGreaterThan(0)
  })

  it('shows why the server refused an edit, and sends it again on Retry', async () => {
    const network = cuttable(real)
    const body = {
      type: 'about:blank',
      title: 'Your role doesn’t allow this',
      status: 403,
      detail: 'Ask an admin of your company.',
      instance: '',
      code: 'role-forbidden',
      requestId: 'req-7',
    }
    network.refused.set('createList', new ApiProblem(403, body, null))
    const { local } = await openPage(network.api)
    await createList(local, { name: 'Refused', category: 'company' })
    const refused = await screen.findByRole('region', { name: /Needs your attention/ })
    expect(within(refused).getByText('Create list “Refused”')).toBeTruthy()
    expect(within(refused).getByText('Ask an admin of your company.')).toBeTruthy()
    expect(within(refused).getByText('Reference req-7')).toBeTruthy()
    expect(await screen.findByText('Some changes need your attention.')).toBeTruthy()
    expect(screen.queryByText('All synced.')).toBeNull()
    await screen.findByRole('button', { name: /1 change needs your attention/ })
    network.refused.clear()
    await press('Retry: Create list “Refused”')
    await waitFor(async () => expect(await onServer('Refused')).toHaveLength(1))
    expect(await nothingWaits()).toBeTruthy()
  })

  it('undoes a creation after a confirmation, also where it may have reached the server', async () => {
    const network = cuttable(real)
    network.state.losesAnswers = true
    const { local } = await openPage(network.api)
    const id = await createList(local, { name: 'A mistake', category: 'company' })
    await waitFor(async () => expect(await onServer('A mistake')).toHaveLength(1))
    await press('Undo: Create list “A mistake”')
    const dialog = await screen.findByRole('dialog', { name: 'Delete this?' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(async () =>
      expect((await lists(local.device)).some((list) => list.id === id)).toBe(false),
    )
    network.mend()
    await press('Sync now')
    await nothingWaits()
    expect(await onServer('A mistake')).toEqual([])
  })

  it('asks again for a download that costs more than agreed, and charges nothing before', async () => {
    const { local } = await openPage(cuttable(real).api)
    const filters = { has_mobile: ['Yes'] }
    const { records } = await real.records({ category: 'people', size: 3, filters })
    const before = await real.credits({})
    const id = local.newId()
    await queueDownload(local, id, {
      category: 'people',
      source: { kind: 'ids', ids: records.map((person) => person.id) },
      name: 'Three owners',
      agreed: 1,
    })
    await screen.findByText('Download “Three owners”, 3 people')
    await screen.findByText(
      'It now costs 3 credits, more than the 1 credit you agreed to. Nothing was charged.',
    )
    expect((await real.downloadHistory({ requestId: id })).total).toBe(0)
    await press('Agree to 3 credits: Download “Three owners”, 3 people')
    await nothingWaits()
    await waitFor(async () => expect((await real.downloadRequest({ id })).credits).toBe(3))
    expect((await real.credits({})).balance).toBe(before.balance - 3)
  })

  it('undoes a rename that was not sent', async () => {
    const { network, page, seen } = await aListOfBoth('Painters')
    await changeList(page.local, seen, { name: 'Pianters' })
    await press('Undo: Rename list “Painters” to “Pianters”')
    await waitFor(async () => expect((await savedList(page.local, seen.id)).name).toBe('Painters'))
    network.mend()
    await nothingWaits()
    expect(await onServer('Painters')).toHaveLength(1)
  })

  it('shows both versions of a name that two members changed, and restores theirs on request', async () => {
    const { network, page, id, seen } = await aListOfBoth('Roofers')
    await changeList(page.local, seen, { name: 'Roofers of mine' })
    await real.patchList({ id, baseVersion: 1, changes: { name: 'Roofers of theirs' } })
    expect(await screen.findByText('Rename list “Roofers” to “Roofers of mine”')).toBeTruthy()
    network.mend()
    const clash = await screen.findByRole('region', { name: /Conflicts/ })
    expect(within(clash).getByText('Name of list “Roofers of mine”')).toBeTruthy()
    expect(within(clash).getByText('Roofers of mine')).toBeTruthy()
    expect(within(clash).getByText('Roofers of theirs')).toBeTruthy()
    const weightOf = (name: RegExp) => screen.getByRole('button', { name }).className
    expect(weightOf(/^Keep mine/)).toContain('bg-accent ')
    expect(weightOf(/^Keep theirs/)).not.toContain('bg-accent ')
    await press(/^Keep theirs/)
    await waitFor(async () => expect(await onServer('Roofers of theirs')).toHaveLength(1))
    expect(await nothingWaits()).toBeTruthy()
  })

  it('restores a list as new that was deleted while it was renamed here', async () => {
    const { network, page, id, seen } = await aListOfBoth('Cranes')
    await changeList(page.local, seen, { name: 'Cranes of Perth' })
    await real.deleteList({ id })
    network.mend()
    expect(
      await screen.findByText('List “Cranes of Perth” was deleted while you were changing it'),
    ).toBeTruthy()
    expect(await screen.findByText('1 list needs your decision.')).toBeTruthy()
    expect(screen.queryByText('All synced.')).toBeNull()
    expect(screen.queryByText(/^Up to date/)).toBeNull()
    await press(/^Restore as new/)
    await waitFor(async () => expect(await onServer('Cranes of Perth')).toHaveLength(1))
    expect(await onServer('Cranes')).toEqual([])
    expect(await nothingWaits()).toBeTruthy()
  })

  it('counts neither recent searches nor signals seen, and sends them all the same', async () => {
    const network = cuttable(real)
    network.cut()
    const { local } = await openPage(network.api)
    await saveRecent(local, 'company', { ...emptyCriteria, search: 'diggers' })
    await nothingWaits()
    await screen.findByRole('button', { name: /You’re offline\. This may be out of date/ })
    network.mend()
    await press('Sync now')
    await waitFor(async () =>
      expect((await real.recentSearches({})).map(({ search }) => search)).toContain('diggers'),
    )
    expect(screen.queryByRole('region', { name: /^Synced/ })).toBeNull()
  })

  it('shows each offline list with the state of its copy', async () => {
    const { page, id } = await aListOfBoth('Esperance stops')
    await requestPin(page.local, { source: 'list', sourceId: id, category: 'company' })
    const section = await screen.findByRole('region', { name: /^Offline lists/ })
    expect(within(section).getByRole('listitem').textContent).toBe(
      'Esperance stopsDownloads when you’re online',
    )
    await page.local.device.write(['conflicts'], ({ conflicts }) => conflicts.put(aConflict(id)))
    await waitFor(() =>
      expect(within(section).getByRole('listitem').textContent).toBe(
        'Esperance stopsNeeds your decision',
      ),
    )
  })

  it('refuses a damaged file of unsent work in words, and says what a good one adds', async () => {
    const network = cuttable(real)
    network.cut()
    const page = await openPage(network.api)
    await createList(page.local, { name: 'Bunbury stops', category: 'company' })
    const { text } = await saveUnsent(page.local, page.owner.orgId)
    const pick = async (content: string): Promise<void> =>
      userEvent.upload(
        await screen.findByLabelText('File with unsent work'),
        new File([content], 'unsent.json', { type: 'application/json' }),
      )
    await pick(text.slice(0, -9))
    expect((await screen.findByText(/^This file is damaged/)).closest('[role=alert]')).toBeTruthy()
    await pick(text)
    expect((await screen.findByText(/^Every change in this file is already/)).role).toBe('status')
  })

  it('sends nothing after the user signed out', async () => {
    const network = cuttable(real)
    const { owner } = await openPage(network.api)
    await nothingWaits()
    await currentTab.tab.stopAll(owner)
    const before = network.calls.length
    window.dispatchEvent(new Event('online'))
    await userEvent.click(screen.getByRole('button', { name: 'Sync now' }))
    await new Promise((done) => setTimeout(done, 50))
    expect(network.calls.slice(before)).toEqual([])
  })
})
