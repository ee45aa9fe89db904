// Dexie's live queries look for a global IndexedDB when Dexie is loaded: this comes first.
import 'fake-indexeddb/auto'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SyncState } from '../../../src/app/sync-state.tsx'
import { DeviceProvider, useLocal } from '../../../src/lib/device.tsx'
import { start } from '../../../src/lib/start.ts'
import { createList } from '../../../src/local/lists.ts'

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
  await screen.findByRole('button', { name: /^Everything is sent/ }, { timeout: 15_000 })
  await userEvent.click(screen.getByRole('button', { name: 'Make' }))
  await screen.findByText('1 queued')
})
