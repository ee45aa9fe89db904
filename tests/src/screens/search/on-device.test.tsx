// Dexie's live queries look up the global IndexedDB when Dexie loads: this import comes first.
import { cuttable } from '../../../kit/screens/sync.tsx'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { SearchScreen } from '../../../../src/screens/search/search-screen.tsx'
import { panel } from '../../../../src/screens/search/panel-state.ts'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { pins } from '../../../../src/offline/live.ts'
import { requestPin } from '../../../../src/offline/pins.ts'
import { openAt, someone } from '../../../kit/screens/records.tsx'
import { startRealApp } from '../../../kit/screens/real-app.ts'
import { windowOf } from '../../../kit/screens/screen.tsx'

const { api: real, close } = await startRealApp()
afterAll(close)
beforeEach(() => windowOf(1440))
afterEach(() => void (connectivity.online = true))

const size = 40

/** A device with an offline list of 40 companies, in front of the search, without a connection. */
const searchOffline = async () => {
  panel.filters = { industry: true }
  const network = cuttable(real)
  const owner = someone()
  const { records } = await real.records({
    category: 'company',
    filters: { country: ['AU'] },
    size,
  })
  const list = await real.createList({
    id: crypto.randomUUID(),
    name: `On the road ${owner.userId}`,
    category: 'company',
    kind: 'static',
    shared: false,
  })
  await real.changeMembers({ id: list.id, add: records.map(({ id }) => id), remove: [] })
  const local = openAt(network.api, owner, '/dashboard', null)
  await requestPin(local, { source: 'list', sourceId: list.id, category: 'company' })
  await waitFor(async () => expect(await pins(local.device)).toMatchObject([{ state: 'ready' }]), {
    timeout: 15_000,
  })
  network.cut()
  connectivity.online = false
  openAt(network.api, owner, '/dashboard/search/new', <SearchScreen />)
  return { network, list: list.id }
}

it('the search offline finds what is on this device by the filters and totals of the server, and says so', async () => {
  const { list } = await searchOffline()
  const user = userEvent.setup()
  await user.click(
    await screen.findByRole('button', { name: `Search ${size} companies on this device` }),
  )
  await screen.findByText(new RegExp(`^On this device: ${size} companies`))
  await screen.findByRole('tab', { name: `Companies ${size}` })
  expect((await screen.findAllByRole('rowheader')).length).toBeGreaterThan(0)

  const among = { country: ['AU'], 'cus-list': [list] }
  const industry = 'Construction'
  const expected = await real.records({
    category: 'company',
    filters: { ...among, industry: [industry] },
  })
  await user.click(await screen.findByRole('checkbox', { name: industry }))
  await screen.findByRole('tab', { name: `Companies ${expected.total}` })
  const names = (await screen.findAllByRole('rowheader')).map(
    (row) => row.querySelector('a')?.textContent,
  )
  expect(names).toEqual(expected.records.map(({ name }) => name))
})

it('the search on this device ends once the server is reached again', async () => {
  const { network } = await searchOffline()
  await userEvent.click(await screen.findByRole('button', { name: /on this device$/ }))
  await screen.findByText(/^On this device: /)
  network.mend()
  act(() => void (connectivity.online = true))
  const { total } = await real.records({ category: 'company', filters: { country: ['AU'] } })
  await screen.findByRole('tab', { name: `Companies ${total.toLocaleString('en-AU')}` })
  expect(screen.queryByText(/^On this device: /)).toBeNull()
})
