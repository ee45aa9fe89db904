// Dexie's live queries look for a global IndexedDB when Dexie is loaded: this comes first.
import 'fake-indexeddb/auto'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { syncFace } from '../../../src/app/sync-face.ts'
import { SyncState } from '../../../src/app/sync-state.tsx'
import { DeviceProvider, useLocal } from '../../../src/shared/offline/device.tsx'
import { start } from '../../../src/lib/start.ts'
import { createList } from '../../../src/offline/lists.ts'

beforeEach(() => {
  start.done = false
})
afterEach(cleanup)

const Making = () => {
  const local = useLocal()
  const make = (): void => void createList(local, { name: 'Perth builders', category: 'company' })
  return (
    <button type="button" onClick={make}>
      Make
    </button>
  )
}

it('claims nothing to be sent before the device was asked what waits on it', async () => {
  render(
    <DeviceProvider owner={{ userId: 'user_badge', orgId: 'org_harbour' }}>
      <SyncState />
      <Making />
    </DeviceProvider>,
  )
  expect(screen.getByRole('button', { name: 'Open the Sync centre' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('')
  await act(async () => void (start.done = true))
  await screen.findByRole('button', { name: /^All synced/ }, { timeout: 15_000 })
  await userEvent.click(screen.getByRole('button', { name: 'Make' }))
  await screen.findByText('1 queued')
})

it('says that the connection is slow before the server is given up, and what waits meanwhile', () => {
  const calm = { counts: { queued: 0, attention: 0 }, offline: false, trouble: null } as const
  const state = { is: 'working' } as const
  expect(syncFace({ ...calm, slow: true, state })).toMatchObject({ short: 'Slow', tone: 'waiting' })
  const two = { queued: 2, attention: 0 }
  expect(syncFace({ ...calm, counts: two, slow: true, state }).words).toBe(
    'Slow connection. Still trying. 2 changes waiting to sync.',
  )
  expect(syncFace({ ...calm, offline: true, slow: true, state }).short).toBe('Offline')
})

it('asks for the update first where a page is too old to send what needs attention', () => {
  const face = syncFace({
    counts: { queued: 2, attention: 1 },
    offline: false,
    slow: false,
    trouble: null,
    state: { is: 'outdated' },
  })
  expect(face.short).toBe('Update')
  expect(face.words).toBe(
    '1 change needs your attention. 2 changes waiting to sync. Your changes are saved. Update Fieldbook to sync them.',
  )
})
