import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { logOutBy, type LoggingOutBy } from '../../../src/app/log-out.ts'
import { askAboutSignOut } from '../../../src/app/sign-out-dialog.tsx'
import { describeSignOut } from '../../../src/app/unsent.ts'

afterEach(cleanup)

const surroundings = (unsent: number, more: Partial<LoggingOutBy> = {}, copies = 0) => {
  const wipeDevice = vi.fn<LoggingOutBy['wipeDevice']>(() => Promise.resolve())
  const ask = vi.fn<LoggingOutBy['ask']>(askAboutSignOut)
  const by: LoggingOutBy = {
    countLosses: () => Promise.resolve({ unsent, copies }),
    isOffline: () => false,
    sendNow: () => Promise.resolve(),
    saveFile: () => Promise.resolve('3 changes saved to unsent.json.'),
    revoke: () => Promise.resolve(),
    ask,
    wipeDevice,
    ...more,
  }
  return { by, wipeDevice, ask }
}

const press = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }))

describe('logging out', () => {
  it('asks nothing online if everything was sent and no list is available offline', async () => {
    const { by, wipeDevice, ask } = surroundings(0)
    await logOutBy(by)
    expect(ask).not.toHaveBeenCalled()
    expect(wipeDevice).toHaveBeenCalledWith({ revoke: by.revoke })
  })

  it('continues if the device database fails', async () => {
    const { by, wipeDevice } = surroundings(0, {
      countLosses: () => Promise.reject(new Error('damaged')),
    })
    await logOutBy(by)
    expect(wipeDevice).toHaveBeenCalledOnce()
  })

  it('says how many changes would be lost, and can be cancelled', async () => {
    const { by, wipeDevice } = surroundings(3)
    const done = logOutBy(by)
    const dialog = await screen.findByRole('dialog', { name: '3 changes haven’t synced yet' })
    expect(dialog.textContent).toContain('you’ll lose them')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    await press('Cancel')
    await done
    expect(wipeDevice).not.toHaveBeenCalled()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('is cancelled by Escape', async () => {
    const { by, wipeDevice } = surroundings(3)
    const done = logOutBy(by)
    await screen.findByRole('dialog')
    await userEvent.keyboard('{Escape}')
    await done
    expect(wipeDevice).not.toHaveBeenCalled()
  })

  it('discards unsent changes only on request', async () => {
    const { by, wipeDevice } = surroundings(1)
    const done = logOutBy(by)
    await screen.findByRole('dialog', { name: '1 change hasn’t synced yet' })
    await press('Discard and log out')
    await done
    expect(wipeDevice).toHaveBeenCalledOnce()
  })

  it('syncs first on request, and continues once all changes are sent', async () => {
    let left = 2
    const { by, wipeDevice } = surroundings(2, {
      countLosses: () => Promise.resolve({ unsent: left, copies: 0 }),
      sendNow: async () => void (left = 0),
    })
    const done = logOutBy(by)
    await press('Sync now')
    await done
    expect(wipeDevice).toHaveBeenCalledOnce()
  })

  it('says that some changes did not sync, and asks again', async () => {
    let left = 2
    const { by, wipeDevice } = surroundings(2, {
      countLosses: () => Promise.resolve({ unsent: left, copies: 0 }),
      sendNow: async () => {
        left = 1
        throw new Error('no network')
      },
    })
    const done = logOutBy(by)
    await press('Sync now')
    await screen.findByRole('dialog', { name: '1 change hasn’t synced yet' })
    expect(screen.getByRole('status').textContent).toContain('Some changes didn’t sync')
    expect(wipeDevice).not.toHaveBeenCalled()
    await press('Cancel')
    await done
  })

  it('offers no sync where none is possible', async () => {
    const { by } = surroundings(2, { sendNow: null })
    const done = logOutBy(by)
    await screen.findByRole('dialog')
    expect(screen.queryByRole('button', { name: 'Sync now' })).toBeNull()
    await press('Cancel')
    await done
  })
})

describe('the question before a sign-out', () => {
  it.each([
    [
      0,
      3,
      false,
      'Log out of this device?',
      'Logging out removes 3 offline lists from this device.',
    ],
    [
      0,
      0,
      true,
      'Log out while you’re offline?',
      'You can’t log in again until you’re back online.',
    ],
    [
      0,
      1,
      true,
      'Log out while you’re offline?',
      'Logging out removes 1 offline list from this device. You can’t log in again until you’re back online.',
    ],
    [
      1204,
      0,
      false,
      '1,204 changes haven’t synced yet',
      'These changes are only on this device. If you log out now, you’ll lose them.',
    ],
  ])(
    'with %i unsent changes, %i offline lists, offline %s: %s',
    (unsent, copies, offline, title, text) => {
      expect(describeSignOut({ losses: { unsent, copies }, offline })).toEqual({ title, text })
    },
  )

  it('offline with unsent changes, offers to stay and to save a file instead of a sync that cannot work', async () => {
    const { by, wipeDevice } = surroundings(3, { isOffline: () => true })
    const leaving = logOutBy(by)
    await screen.findByRole('button', { name: 'Stay logged in' })
    expect(screen.queryByRole('button', { name: 'Sync now' })).toBeNull()
    await press('Save to a file')
    await screen.findByText(/^3 changes saved to unsent\.json\. Add it in the Sync centre/)
    expect(wipeDevice).not.toHaveBeenCalled()
    await press('Discard 3 changes and log out')
    await leaving
    expect(wipeDevice).toHaveBeenCalledOnce()
  })

  it('offline, names what goes, and signs out only on request', async () => {
    const { by, wipeDevice } = surroundings(0, { isOffline: () => true }, 2)
    const staying = logOutBy(by)
    const dialog = await screen.findByRole('dialog', { name: 'Log out while you’re offline?' })
    expect(dialog.textContent).toContain('removes 2 offline lists')
    expect(screen.queryByRole('button', { name: 'Sync now' })).toBeNull()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Stay logged in'))
    await press('Stay logged in')
    await staying
    expect(wipeDevice).not.toHaveBeenCalled()
    const leaving = logOutBy(by)
    await press('Remove 2 offline lists and log out')
    await leaving
    expect(wipeDevice).toHaveBeenCalledOnce()
  })
})
