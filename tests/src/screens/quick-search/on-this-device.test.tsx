// Dexie's live queries look for a global IndexedDB when Dexie is loaded: this comes first.
import { cuttable } from '../../../kit/screens/sync.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { rankedHere } from '../../../../src/screens/quick-search/on-this-device.ts'
import { QuickSearch } from '../../../../src/screens/quick-search/quick-search.tsx'
import { contact } from '../../../../src/lib/contact.ts'
import { DeviceProvider } from '../../../../src/shared/offline/device.tsx'
import { openDevice } from '../../../../src/offline/database.ts'
import { keepViewed } from '../../../../src/offline/records.ts'
import { aCompany, aPerson, fakeApi, show, windowOf } from '../../../kit/screens/screen.tsx'

afterEach(() => {
  contact.reached = true
})

const named = (id: string, ...names: string[]) => ({ id, category: 'company' as const, names })

describe('quick search among what is on this device', () => {
  it('ranks the equal name first, then what begins with it, then what has a word that does', () => {
    const all = [
      named('word', 'great perth steel'),
      named('prefix', 'perth steelworks'),
      named('no', 'cottesloe glass'),
      named('exact', 'perth steel'),
      named('trading', 'mill holdings', 'perth steel mill'),
      { ...named('person', 'perth steel'), category: 'people' as const },
    ]
    expect(rankedHere(all, 'company', 'Pérth Steel', 10)).toEqual([
      'exact',
      'trading',
      'prefix',
      'word',
    ])
    expect(rankedHere(all, 'company', 'perth', 2)).toHaveLength(2)
    expect(rankedHere(all, 'company', '...', 10)).toEqual([])
  })

  it('finds what was opened before when the network is gone, and says where it comes from', async () => {
    const owner = { userId: 'user_finder', orgId: 'org_harbour' }
    const device = openDevice(owner.userId, owner.orgId)
    const local = { device, now: () => 1, newId: () => crypto.randomUUID() }
    await keepViewed(local, 'company', aCompany(1, { name: 'Perth Steel', domain: 'ps.example' }))
    await keepViewed(local, 'people', aPerson(1, { name: 'Perth Nguyen' }))
    device.close()
    const network = cuttable(fakeApi({}))
    network.cut()
    windowOf(1280)
    show(
      <DeviceProvider owner={owner}>
        <QuickSearch open onOpenChange={() => {}} />
      </DeviceProvider>,
      network.api,
      '/dashboard',
    )
    const user = userEvent.setup()
    await user.type(await screen.findByRole('combobox'), 'perth')
    const companies = await screen.findByRole('group', { name: 'Companies' })
    const found = await within(companies).findByRole('option', { name: /Perth Steel/ })
    expect(found.textContent).toContain('On this device')
    expect(within(companies).getAllByRole('option')).toHaveLength(1)
    await screen.findByRole('option', { name: /Perth Nguyen/ })
    expect(screen.queryByRole('alert')).toBeNull()
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(location.pathname + location.search).toBe(`/dashboard/company?id=${aCompany(1).id}`),
    )
  })

  it('says that there is none on this device', async () => {
    act(() => {
      contact.reached = false
    })
    const network = cuttable(fakeApi({}))
    network.cut()
    show(
      <DeviceProvider owner={{ userId: 'user_empty', orgId: 'org_harbour' }}>
        <QuickSearch open onOpenChange={() => {}} />
      </DeviceProvider>,
      network.api,
      '/dashboard',
    )
    await userEvent.type(await screen.findByRole('combobox'), 'perth')
    expect(await screen.findByText('No companies found on this device.')).toBeDefined()
  })
})
