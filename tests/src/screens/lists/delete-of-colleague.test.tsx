import 'fake-indexeddb/auto'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { ListActions } from '../../../../src/screens/lists/list-actions.tsx'
import { DeviceProvider } from '../../../../src/shared/offline/device.tsx'
import { session } from '../../../../src/session/session.ts'
import { signedInSession } from '../../../kit/session/people.ts'
import { aMember, anInfo } from '../../../kit/screens/members.ts'
import { fakeApi, show } from '../../../kit/screens/screen.tsx'

const unknown = session.current()
afterEach(() => act(() => session.update(unknown)))

const at = '2026-03-03T10:42:00.000Z'
const shared = { name: 'Roofers', category: 'company', shared: true, isOwner: false } as const
const list = {
  ...shared,
  id: uuidv7(),
  kind: 'static',
  ownerId: 'user_2',
  version: 1,
  count: 3,
  newSince: null,
  createdAt: at,
  updatedAt: at,
} as const

it('asks an admin who deletes a shared list of a colleague, and names the owner', async () => {
  act(() => session.update(signedInSession().current()))
  const onDeleted = vi.fn<() => void>()
  show(
    <DeviceProvider owner={{ userId: 'user_1', orgId: 'org_1' }}>
      <ListActions
        row={{
          ...shared,
          id: list.id,
          ownerId: list.ownerId,
          saved: { of: 'list', value: list },
          kind: 'static',
          count: 3,
          newSince: null,
          state: 'sent',
          pin: null,
          isOnDevice: true,
          updatedAt: at,
        }}
        pinning={{ pin: () => undefined, unpin: () => undefined }}
        onDeleted={onDeleted}
      />
    </DeviceProvider>,
    fakeApi({
      customerInfo: async () =>
        anInfo([aMember(), aMember({ userId: 'user_2', name: 'Sam Wattle', role: 'standard' })]),
    }),
    '/dashboard/list',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Roofers' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await screen.findByText('Sam Wattle owns it. This deletes it for everyone in your company.')
  expect(onDeleted).not.toHaveBeenCalled()
})
