import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { toastStore } from '../../../src/ui/toast-store.ts'
import { showToast, Toasts } from '../../../src/ui/toasts.tsx'

beforeAll(async () => {
  // The first toast loads the viewport; later toasts show at once.
  render(<Toasts />)
  act(() => showToast({ title: 'The very first' }))
  await screen.findByText('The very first')
  cleanup()
})
beforeEach(() => {
  toastStore.toasts.splice(0)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const shown = async (title: string): Promise<void> => {
  render(<Toasts />)
  await act(async () => showToast({ title }))
}

const pass = (ms: number): Promise<void> =>
  act(async () => {
    vi.advanceTimersByTime(ms)
  })

it('A toast stays for 3 seconds and then disappears', async () => {
  await shown('Search saved')
  expect(screen.getByText('Search saved')).toBeTruthy()
  await pass(2999)
  expect(screen.queryByText('Search saved')).not.toBeNull()
  await pass(1)
  expect(screen.queryByText('Search saved')).toBeNull()
})

it('Each toast has a close button and no other control', async () => {
  await shown('First')
  await act(async () => showToast({ title: 'Second' }))
  const [first] = screen.getAllByRole('button', { name: 'Close notification' })
  if (!first) throw new Error('no control')
  await act(async () => fireEvent.click(first))
  expect(screen.queryByText('First')).toBeNull()
  expect(screen.queryByText('Second')).not.toBeNull()
})

it('Toasts are in a viewport 390 px wide at the top centre and are announced', async () => {
  await shown('Here')
  const region = screen.getByRole('region', { name: 'Notifications' })
  expect(region.style.width).toBe('390px')
  expect(region.className).toContain('top-0 left-1/2')
  expect(region.querySelector('[aria-live="polite"]')).not.toBeNull()
})

it('A toast stays while the pointer is over it', async () => {
  await shown('Wait')
  fireEvent.focus(screen.getByRole('button', { name: 'Close notification' }))
  await pass(10_000)
  expect(screen.queryByText('Wait')).not.toBeNull()
})
