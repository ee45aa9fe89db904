import 'fake-indexeddb/auto'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { Bell } from '../../../src/app/bell.tsx'
import { unreadStore } from '../../../src/shared/notifications/unread-store.ts'
import { progressStore } from '../../../src/shared/downloads/progress-store.ts'
import { firstScreen } from '../../../src/lib/defer.ts'
import { saveNotifications, readNotifications } from '../../../src/offline/notifications.ts'
import type { Local } from '../../../src/offline/outbox.ts'
import { showWithDevice } from '../../kit/screens/on-device.tsx'
import { fakeApi } from '../../kit/screens/screen.tsx'
import { aNotice } from '../../kit/fixtures/notifications.ts'

firstScreen.shown = true
afterEach(() => {
  act(() => {
    unreadStore.unread = 0
    Object.assign(progressStore, { running: [], ended: [], unseen: 0, justEnded: null })
  })
})

let last = 0
const openBell = (): Local => {
  last += 1
  const owner = { userId: `user_bell_${last}`, orgId: 'org_harbour' }
  return showWithDevice(owner, <Bell />, fakeApi({}), '/dashboard').local
}
const user = userEvent.setup()
const press = async (name: string) => {
  await user.click(screen.getByRole('button', { name }))
  return screen.findByRole('dialog', { name: 'Notifications' })
}
const unread = async ({ device }: Local) =>
  (await readNotifications(device)).filter(({ readAt }) => readAt === null).length

describe('the bell', () => {
  it('counts unread notifications and ended requests together', async () => {
    openBell()
    expect(screen.getByRole('button', { name: 'Notifications' })).toBeTruthy()
    act(() => {
      unreadStore.unread = 3
      progressStore.unseen = 1
    })
    expect(await screen.findByRole('button', { name: 'Notifications, 4 new' })).toBeTruthy()
  })

  it('says so when there are no notifications', async () => {
    openBell()
    const dialog = await press('Notifications')
    expect(within(dialog).getByText('No notifications')).toBeTruthy()
    expect(within(dialog).getByRole('link', { name: 'Go to Signals' })).toBeTruthy()
  })

  it('opens the signals of a pressed notification, marks it as read, and leaves the others unread', async () => {
    const local = openBell()
    await saveNotifications(local, [aNotice(1), aNotice(2)])
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

  it('opens the screen of a notification without an agent', async () => {
    const local = openBell()
    const trial = { agentName: null, opens: null, link: '/dashboard/billing' }
    await saveNotifications(local, [{ ...aNotice(1), ...trial, title: 'Your trial ends' }])
    const dialog = await press('Notifications')
    const link = await within(dialog).findByRole('link', { name: /New: Your trial ends/ })
    expect(link.textContent).toContain('Plan and billing')
    await user.click(link)
    expect(location.pathname).toBe('/dashboard/billing')
    await waitFor(async () => expect(await unread(local)).toBe(0))
  })

  it('marks all notifications as read', async () => {
    const local = openBell()
    await saveNotifications(local, [aNotice(1), aNotice(2)])
    const dialog = await press('Notifications')
    await user.click(await within(dialog).findByRole('button', { name: 'Mark all as read' }))
    await waitFor(async () => expect(await unread(local)).toBe(0))
    await waitFor(() =>
      expect(within(dialog).queryByRole('button', { name: 'Mark all as read' })).toBeNull(),
    )
  })

  it("lists the user's own requests, and counts them until the user looks", async () => {
    openBell()
    act(() => {
      progressStore.ended = [
        {
          requestId: 'r1',
          name: 'Perth builders',
          status: 'REQUEST_COMPELETED',
          statusLabel: 'Completed',
        },
      ]
      progressStore.unseen = 1
    })
    await screen.findByRole('button', { name: 'Notifications, 1 new' })
    const dialog = await press('Notifications, 1 new')
    const requests = within(dialog).getByRole('region', { name: 'Downloads' })
    expect(within(requests).getByRole('link', { name: /Perth builders/ })).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Notifications' })).toBeTruthy())
  })
})
