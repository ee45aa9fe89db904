import 'fake-indexeddb/auto'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { StorageTroubleBanner } from '../../../src/app/storage-trouble.tsx'
import { DeviceProvider, useLive, useLocal } from '../../../src/shared/offline/device.tsx'
import { createList } from '../../../src/offline/lists.ts'
import { lists } from '../../../src/offline/live.ts'
import { reportPromise } from '../../kit/reliability.ts'

afterEach(({ task }) => {
  if (task.result?.state === 'pass')
    reportPromise({
      promise: 'I29',
      check: 'storage trouble as a member sees it',
      volume: 1,
      goal: 2,
    })
  cleanup()
  vi.restoreAllMocks()
})

const Making = () => {
  const local = useLocal()
  const make = (): void => {
    createList(local, { name: 'Perth builders', category: 'company' }).catch(() => {})
  }
  return (
    <button type="button" onClick={make}>
      {useLive(lists)?.length ?? 'no'} lists
    </button>
  )
}

const shown = (userId: string) =>
  render(
    <DeviceProvider owner={{ userId, orgId: 'org_harbour' }}>
      <StorageTroubleBanner />
      <Making />
    </DeviceProvider>,
  )

describe('the banner about device storage', () => {
  it('shows within a second if the browser blocks storage', async () => {
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw new DOMException('Not in a private window', 'SecurityError')
    })
    shown('user_refused')
    const banner = await screen.findByRole('alert', {}, { timeout: 1_000 })
    expect(banner.textContent).toContain('is blocking storage')
    expect(banner.textContent).toContain('Synced work is safe')
  })

  it('shows when a change does not fit, while stored data stays readable, and disappears once there is space', async () => {
    shown('user_full')
    await screen.findByRole('button', { name: '0 lists' })
    expect(screen.queryByRole('alert')).toBeNull()
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No space', 'QuotaExceededError')
    })
    await userEvent.click(screen.getByRole('button'))
    const banner = await screen.findByRole('alert', {}, { timeout: 1_000 })
    expect(banner.textContent).toContain('out of space')
    expect(screen.getByRole('button').textContent).toBe('0 lists')
    put.mockRestore()
    await userEvent.click(screen.getByRole('button'))
    await screen.findByRole('button', { name: '1 lists' })
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })
})
