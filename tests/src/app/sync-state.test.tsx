import 'fake-indexeddb/auto'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { getSyncBadge } from '../../../src/app/sync-badge.ts'
import { SyncState } from '../../../src/app/sync-state.tsx'
import { DeviceProvider, useLocal } from '../../../src/shared/offline/device.tsx'
import { firstScreen } from '../../../src/lib/defer.ts'
import { addNote } from '../../../src/offline/activities.ts'
import { createList } from '../../../src/offline/lists.ts'
import { countUnsettled } from '../../../src/offline/live.ts'
import { saveRecent } from '../../../src/offline/searches.ts'
import { actOnSignals } from '../../../src/offline/signals.ts'
import { emptyCriteria } from '../../../contract/search/criteria.ts'
import { someDevice } from '../../kit/device/device.ts'

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
  expect(screen.getByRole('button', { name: /^1 queued: .+ Open the Sync centre$/ })).toBeTruthy()
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

it('the sync badge stays offline with the number of changes, and counts none of what happens by the way', async () => {
  const offline = { offline: true, slow: false, trouble: null, state: { is: 'idle' } } as const
  expect(getSyncBadge({ ...offline, counts: { queued: 4, attention: 0 } })).toMatchObject({
    short: 'Offline · 4',
    description: 'You’re offline. 4 changes will sync when you reconnect.',
  })
  const local = someDevice()
  await saveRecent(local, 'company', emptyCriteria)
  await actOnSignals(local, ['s1', 's2'], 'seen')
  expect(await countUnsettled(local.device)).toEqual({ queued: 0, attention: 0 })
  await addNote(local, { category: 'company', recordId: 'c1' }, 'Gate code 12')
  expect(await countUnsettled(local.device)).toEqual({ queued: 1, attention: 0 })
})

it.each([
  ['maintenance', 'Fieldbook is down for maintenance.'],
  ['busy', 'Fieldbook is very busy.'],
] as const)('the sync badge tells apart why the server takes nothing: %s', (why, reason) => {
  const state = { is: 'resting', why, at: 1 } as const
  const calm = { offline: false, slow: false, trouble: null, state } as const
  expect(getSyncBadge({ ...calm, counts: { queued: 0, attention: 0 } })).toMatchObject({
    short: 'Paused',
    description: `${reason} We’ll try again soon.`,
  })
  expect(getSyncBadge({ ...calm, counts: { queued: 2, attention: 0 } })).toMatchObject({
    short: 'Paused · 2',
    description: `${reason} We’ll try again soon. 2 changes waiting to sync.`,
  })
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
