import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { schema, type Pin } from '../../../../src/offline/rows.ts'
import { OfflineCopy } from '../../../../src/shared/offline/offline-copy.tsx'
import { pinStore, registerPinFetcher } from '../../../../src/shared/offline/pin-store.ts'

const day = 24 * 3_600_000

const aPin = (given: Partial<Pin> = {}): Pin => ({
  id: 'list:builders',
  source: 'list',
  sourceId: 'builders',
  category: 'company',
  state: 'ready',
  total: 10,
  done: 10,
  cursor: null,
  asOf: null,
  checksum: '',
  fetchedAt: Date.now(),
  bytes: 0,
  schema,
  ...given,
})

afterEach(() => {
  cleanup()
  pinStore.refused = {}
  connectivity.online = true
})

const text = () => document.body.textContent

it('a list without an offline copy has a button that makes one, and no words of a state', async () => {
  const make = vi.fn<() => void>()
  render(<OfflineCopy pin={null} name="Builders" onMake={make} />)
  await userEvent.click(screen.getByRole('button', { name: 'Make available offline' }))
  expect(make).toHaveBeenCalledOnce()
  expect(text()).toBe('Make available offline')
})

it.each([
  ['requested', { state: 'cut', done: 0, total: 0, fetchedAt: 0 }, 'Starting download'],
  ['being downloaded', { state: 'fetching', done: 4, fetchedAt: 0 }, 'Downloading 40%'],
  ['complete', {}, 'Offline · updated just now'],
  ['two days old', { fetchedAt: Date.now() - 2.1 * day }, 'Offline · updated 2 d ago'],
  ['eight days old', { fetchedAt: Date.now() - 8.1 * day }, 'Offline copy 8 days oldUpdate'],
] as const)('an offline copy that is %s says so in its own shape', (_, given, said) => {
  render(<OfflineCopy pin={aPin(given)} name="Builders" onMake={() => {}} />)
  expect(text()).toBe(said)
})

it('an offline copy of last week is updated by its button, which says why it does nothing offline', async () => {
  const onFetch = vi.fn<(pin: string) => void>()
  const stop = registerPinFetcher(onFetch)
  const { rerender } = render(<OfflineCopy pin={aPin({ fetchedAt: 1 })} name="Builders" />)
  await userEvent.click(screen.getByRole('button', { name: 'Update: Builders' }))
  expect(onFetch).toHaveBeenCalledExactlyOnceWith('list:builders')
  connectivity.online = false
  rerender(<OfflineCopy pin={aPin({ fetchedAt: 1 })} name="Builders" />)
  await screen.findByText('You’re offline.')
  await userEvent.click(screen.getByRole('button', { name: 'Update: Builders' }))
  expect(onFetch).toHaveBeenCalledOnce()
  stop()
})

it('a refused offline copy says why, and a complete one still says that it works offline', () => {
  pinStore.refused = { 'list:builders': 'This device is out of storage.' }
  const { rerender } = render(<OfflineCopy pin={aPin()} name="Builders" />)
  expect(text()).toContain('Offline · updated just now')
  expect(text()).toContain('This device is out of storage.')
  rerender(<OfflineCopy pin={aPin({ state: 'cut', fetchedAt: 0 })} name="Builders" />)
  expect(text()).toContain('Not downloaded')
  expect(screen.getByRole('button', { name: 'Try again: Builders' })).toBeTruthy()
})
