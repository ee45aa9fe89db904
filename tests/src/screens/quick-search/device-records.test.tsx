import { cuttable } from '../../../kit/screens/sync.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { rankDeviceNames } from '../../../../src/screens/quick-search/device-records.ts'
import { QuickSearch } from '../../../../src/screens/quick-search/quick-search.tsx'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { DeviceProvider } from '../../../../src/shared/offline/device.tsx'
import { openDevice } from '../../../../src/offline/database.ts'
import { saveViewed } from '../../../../src/offline/records.ts'
import { aCompany, aPerson } from '../../../kit/fixtures/records.ts'
import { fakeApi, show, windowOf } from '../../../kit/screens/screen.tsx'

afterEach(() => {
  connectivity.online = true
})

const named = (id: string, ...names: string[]) => ({ id, category: 'company' as const, names })

describe('quick search on this device', () => {
  it('ranks an equal name first, then a prefix, then a later word', () => {
    const all = [
      named('word', 'great perth steel'),
      named('prefix', 'perth steelworks'),
      named('no', 'cottesloe glass'),
      named('exact', 'perth steel'),
      named('trading', 'mill holdings', 'perth steel mill'),
      { ...named('person', 'perth steel'), category: 'people' as const },
    ]
    expect(rankDeviceNames(all, 'company', 'Pérth Steel', 10)).toEqual([
      'exact',
      'trading',
      'prefix',
      'word',
    ])
    expect(rankDeviceNames(all, 'company', 'perth', 2)).toHaveLength(2)
    expect(rankDeviceNames(all, 'company', '...', 10)).toEqual([])
  })

  it('finds records opened before while offline, and says where they come from', async () => {
    const owner = { userId: 'user_finder', orgId: 'org_harbour' }
    const device = openDevice(owner.userId, owner.orgId)
    const local = { device, now: () => 1, newId: () => crypto.randomUUID() }
    await saveViewed(local, 'company', aCompany(1, { name: 'Perth Steel', domain: 'ps.example' }))
    await saveViewed(local, 'people', aPerson(1, { name: 'Perth Nguyen' }))
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

  it('says that this device has no match', async () => {
    act(() => {
      connectivity.online = false
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
