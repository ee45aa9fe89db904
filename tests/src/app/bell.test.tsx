// Dexie's live queries look for a global IndexedDB when Dexie is loaded: this comes first.
import 'fake-indexeddb/auto'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { Bell } from '../../../src/app/bell.tsx'
import { DeviceProvider, useLocal } from '../../../src/shared/offline/device.tsx'
import { noticesTold } from '../../../src/shared/notifications/unread-store.ts'
import { requestsTold } from '../../../src/shared/downloads/progress-store.ts'
import { start } from '../../../src/lib/start.ts'
import { keepNotices, noticesOf } from '../../../src/offline/notices.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import { fakeApi, show } from '../../kit/screens/screen.tsx'
import { aNotice } from '../../kit/fixtures/notifications.ts'

start.done = true
afterEach(() => {
  act(() => {
    noticesTold.unread = 0
    Object.assign(requestsTold, { running: [], ended: [], unseen: 0 })
  })
})

let last = 0
const openBell = (): Local => {
  last += 1
  let held: Local | null = null
  const Hold = () => {
    const local = useLocal()
    useEffect(() => {
      held = local
    }, [local])
    return null
  }
  show(
    <DeviceProvider owner={{ userId: `user_bell_${last}`, orgId: 'org_harbour' }}>
      <Bell />
      <Hold />
    </DeviceProvider>,
    fakeApi({}),
    '/dashboard',
  )
  if (held === null) throw new Error('Nothing is drawn')
  return held
}
const user = userEvent.setup()
const press = async (name: string) => {
  await user.click(screen.getByRole('button', { name }))
  return screen.findByRole('dialog', { name: 'Notifications' })
}
const unread = async ({ device }: Local) =>
  (await noticesOf(device)).filter(({ readAt }) => readAt === null).length

describe('the bell', () => {
  it('counts what is new of agents and of requests together', async () => {
    openBell()
    expect(screen.getByRole('button', { name: 'Notifications' })).toBeTruthy()
    act(() => {
      noticesTold.unread = 3
      requestsTold.unseen = 1
    })
    expect(await screen.findByRole('button', { name: 'Notifications, 4 new' })).toBeTruthy()
  })

  it('says so where there is nothing', async () => {
    openBell()
    const dialog = await press('Notifications')
    expect(within(dialog).getByText('No notifications')).toBeTruthy()
    expect(within(dialog).getByRole('link', { name: 'Go to Signals' })).toBeTruthy()
  })

  it('leads to the signals a notice tells of, which is read then; the others stay new', async () => {
    const local = openBell()
    await keepNotices(local, [aNotice(1), aNotice(2)])
    const dialog = await press('Notifications')
    const [newest, ...others] = await within(dialog).findAllByRole('listitem')
    expect(others).toHaveLength(1)
    const link = within(newest ?? dialog).getByRole('link', { name: /New: Notice 2/ })
    await user.click(link)
    const { agentId, incrementalRunIds } = aNotice(2).opens
    expect(location.pathname).toBe('/dashboard/signals')
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
      category: 'company',
      type: 'hiring_surge',
      agentId,
      run: incrementalRunIds[0],
    })
    await waitFor(async () => expect(await unread(local)).toBe(1))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull())
  })

  it('marks all as read', async () => {
    const local = openBell()
    await keepNotices(local, [aNotice(1), aNotice(2)])
    const dialog = await press('Notifications')
    await user.click(await within(dialog).findByRole('button', { name: 'Mark all as read' }))
    await waitFor(async () => expect(await unread(local)).toBe(0))
    await waitFor(() =>
      expect(within(dialog).queryByRole('button', { name: 'Mark all as read' })).toBeNull(),
    )
  })

  it('tells of one’s own requests below, and counts them until one has looked', async () => {
    openBell()
    act(() => {
      requestsTold.ended = [
        {
          requestId: 'r1',
          name: 'Perth builders',
          status: 'REQUEST_COMPELETED',
          statusLabel: 'Completed',
        },
      ]
      requestsTold.unseen = 1
    })
    await screen.findByRole('button', { name: 'Notifications, 1 new' })
    const dialog = await press('Notifications, 1 new')
    const requests = within(dialog).getByRole('region', { name: 'Downloads' })
    expect(within(requests).getByRole('link', { name: /Perth builders/ })).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Notifications' })).toBeTruthy())
  })
})
