import 'fake-indexeddb/auto'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { getSyncBadge } from '../../../src/app/sync-badge.ts'
import { SyncState } from '../../../src/app/sync-state.tsx'
import { DeviceProvider, useLocal } from '../../../src/shared/offline/device.tsx'
import { firstScreen } from '../../../src/lib/defer.ts'
import { createList } from '../../../src/offline/lists.ts'

beforeEach(() => {
  firstScreen.shown = false
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

it('the sync badge claims nothing before it has counted unsent changes', async () => {
  render(
    <DeviceProvider owner={{ userId: 'user_badge', orgId: 'org_harbour' }}>
      <SyncState />
      <Making />
    </DeviceProvider>,
  )
  expect(screen.getByRole('button', { name: 'Open the Sync centre' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('')
  await act(async () => void (firstScreen.shown = true))
  await screen.findByRole('button', { name: /^All synced/ }, { timeout: 15_000 })
  await userEvent.click(screen.getByRole('button', { name: 'Make' }))
  await screen.findByText('1 queued')
})

it('the sync badge shows a slow connection and the waiting changes before the server counts as unreachable', () => {
  const calm = { counts: { queued: 0, attention: 0 }, offline: false, trouble: null } as const
  const state = { is: 'working' } as const
  expect(getSyncBadge({ ...calm, slow: true, state })).toMatchObject({
    short: 'Slow',
    tone: 'waiting',
  })
  const two = { queued: 2, attention: 0 }
  expect(getSyncBadge({ ...calm, counts: two, slow: true, state }).description).toBe(
    'Slow connection. Still trying. 2 changes waiting to sync.',
  )
  expect(getSyncBadge({ ...calm, offline: true, slow: true, state }).short).toBe('Offline')
})

it('the sync badge asks for the update first if the page is too old to send changes', () => {
  const badge = getSyncBadge({
    counts: { queued: 2, attention: 1 },
    offline: false,
    slow: false,
    trouble: null,
    state: { is: 'outdated' },
  })
  expect(badge.short).toBe('Update')
  expect(badge.description).toBe(
    '1 change needs your attention. 2 changes waiting to sync. Your changes are saved. Update Fieldbook to sync them.',
  )
})
