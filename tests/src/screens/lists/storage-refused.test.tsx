import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openPage } from '../../../kit/screens/lists-page.tsx'
import { emptyCriteria } from '../../../../contract/search/criteria.ts'
import { links } from '../../../../contract/links.ts'
import { AddToList } from '../../../../src/screens/lists/add-to-list.tsx'
import { ListsScreen } from '../../../../src/screens/lists/lists-screen.tsx'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { startRealApp } from '../../../kit/screens/real-app.ts'
import { cuttable } from '../../../kit/screens/sync.tsx'
import { windowOf } from '../../../kit/screens/screen.tsx'

const { api: real, close } = await startRealApp()
const { records } = await real.records({ category: 'company', size: 10 })
let roofers = ''
let builders = ''
beforeAll(async () => {
  const recordIds = records.slice(0, 3).map(({ id }) => id)
  roofers = (await real.createList({ name: 'Roofers', category: 'company', recordIds })).id
  const saved = { ...emptyCriteria, name: 'Builders', category: 'company' as const }
  builders = (await real.saveSearch(saved)).id
})
afterAll(close)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  connectivity.online = true
})

const user = userEvent.setup()
const storageFailsWith = (name: string): void => {
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('No', name)
  })
}
const open = (network: ReturnType<typeof cuttable>, address = links.lists()) =>
  openPage(network.api, <ListsScreen />, address)
const row = (name: RegExp) => screen.findByRole('row', { name })
const offered = async (name: string): Promise<(string | null)[]> => {
  await user.click(screen.getByRole('button', { name: `Actions for ${name}` }))
  const items = await screen.findAllByRole('menuitem')
  return items.map(({ textContent }) => textContent)
}

describe('lists without device storage', () => {
  it('come from the server, with advice about the storage', async () => {
    windowOf(1440)
    storageFailsWith('SecurityError')
    open(cuttable(real))
    expect(within(await row(/Roofers/)).getByText('3')).toBeTruthy()
    expect(within(await row(/Builders/)).getByText('Saved search')).toBeTruthy()
    const message = screen.getByText(/^Loaded online/).textContent
    expect(message).toContain('not change them')
    expect(message).toContain('open Fieldbook in a normal window')
    expect(screen.queryByText(/other tabs/)).toBeNull()
  })

  it.each([1440, 390])('offer only what works, at %s px', async (width) => {
    windowOf(width)
    storageFailsWith('SecurityError')
    open(cuttable(real))
    await screen.findByText('Roofers')
    const make = screen.getByRole('button', { name: 'New list' })
    expect(make.getAttribute('aria-disabled')).toBe('true')
    expect(make.getAttribute('aria-describedby')).not.toBeNull()
    expect(screen.queryByRole('button', { name: /available offline/i })).toBeNull()
    expect(await offered('Builders')).toEqual(['Open', 'Open in search'])
  })

  it('open with their records, which can be viewed and downloaded but not changed', async () => {
    windowOf(1440)
    storageFailsWith('SecurityError')
    open(cuttable(real), links.list(roofers))
    await screen.findByRole('heading', { level: 1, name: 'Roofers' })
    const [first] = records
    if (!first) throw new Error('The world is empty')
    await screen.findByRole('link', { name: first.name })
    expect(screen.getByText(/^Loaded online/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Make available offline' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Actions for Roofers' })).toBeNull()
    expect(await offered(first.name)).toEqual(['Open', 'Download'])
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('checkbox', { name: `Select ${first.name}` }))
    const bar = await screen.findByRole('region', { name: 'Selection' })
    expect(within(bar).queryByRole('button', { name: /list/ })).toBeNull()
    within(bar).getByRole('button', { name: 'Download' })
  })

  it('open a saved search, and say where a list does not exist', async () => {
    windowOf(1440)
    storageFailsWith('SecurityError')
    open(cuttable(real), links.list(builders))
    await screen.findByRole('heading', { level: 1, name: 'Builders' })
    expect(await offered('Builders')).toEqual(['Open in search'])
    cleanup()
    open(cuttable(real), links.list('01990000-0000-7000-8000-000000000000'))
    expect(await screen.findByRole('heading', { name: 'We can’t find this list' })).toBeTruthy()
  })

  it.each([
    ['all of them', () => links.lists()],
    ['one of them', () => links.list(roofers)],
  ])(
    'say while offline that they are only on the server, and load after a reconnect: %s',
    async (_, at) => {
      windowOf(1440)
      storageFailsWith('SecurityError')
      const network = cuttable(real)
      network.cut()
      open(network, at())
      const alert = await screen.findByRole('alert')
      expect(alert.textContent).toContain('You need a connection')
      expect(alert.textContent).toContain('when you’re back online')
      expect(alert.textContent).toContain('open Fieldbook in a normal window')
      expect(screen.queryByText(/tabs|We can’t find/)).toBeNull()
      await act(async () => network.mend())
      await screen.findByText('Roofers')
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )

  it('stay on the screen with their time when the connection is lost', async () => {
    windowOf(1440)
    storageFailsWith('SecurityError')
    const network = cuttable(real)
    open(network)
    await row(/Roofers/)
    await act(async () => network.cut())
    expect(screen.getByText('Roofers')).toBeTruthy()
    await waitFor(() => expect(screen.getByText(/^Loaded online/).textContent).toContain('as of'))
  })

  it('can be requested again after the server failed', async () => {
    windowOf(1440)
    storageFailsWith('SecurityError')
    const network = cuttable(real)
    network.refused.set('lists', new Error('It broke'))
    open(network)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('We couldn’t load your lists')
    network.refused.clear()
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await row(/Roofers/)
  })
})

it('do not offer to add records', async () => {
  windowOf(1440)
  storageFailsWith('SecurityError')
  openPage(
    real,
    <AddToList adding={{ category: 'company', ids: ['x'] }} onClose={() => undefined} />,
    links.lists(),
  )
  const dialog = await screen.findByRole('dialog', { name: 'Add to a list' })
  await within(dialog).findByText(/This device can’t save changes right now/)
  expect(within(dialog).queryByRole('textbox')).toBeNull()
  expect(dialog.textContent).toContain('open Fieldbook in a normal window')
})

it.each([
  ['UnknownError', 'reload this page'],
  ['VersionError', 'newer version'],
  ['QuotaExceededError', 'free up space'],
])('give advice that fits the storage error: %s', async (name, advice) => {
  windowOf(1440)
  storageFailsWith(name)
  open(cuttable(real))
  await row(/Roofers/)
  const message = screen.getByText(/^Loaded online/).textContent
  await waitFor(() => expect(message).toContain(advice))
  expect(message).not.toContain('tabs')
})
