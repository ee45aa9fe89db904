import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { OverlayBoundary } from '../../../src/app/overlay-boundary.tsx'
import { log } from '../../../src/lib/log.ts'
import { toastStore } from '../../../src/ui/toast-store.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  toastStore.toasts.splice(0)
})

it('An overlay that fails to load leaves the screen unchanged, says so, and retries when it opens again', () => {
  vi.spyOn(log, 'error').mockReturnValue(undefined)
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  let isReachable = false
  const Overlay = () => {
    if (!isReachable)
      throw new TypeError('Failed to fetch dynamically imported module: /assets/x.js')
    return <p>The price</p>
  }
  const failed = vi.fn<() => void>()
  const page = (wanted: boolean) => (
    <>
      <p>The screen</p>
      <OverlayBoundary wanted={wanted} onFail={failed}>
        {wanted && <Overlay />}
      </OverlayBoundary>
    </>
  )
  const { rerender } = render(page(true))
  expect(screen.getByText('The screen')).toBeTruthy()
  expect(failed).toHaveBeenCalledOnce()
  expect(toastStore.toasts).toMatchObject([
    { title: 'You need a connection to open this the first time.' },
  ])
  isReachable = true
  rerender(page(false))
  rerender(page(true))
  expect(screen.getByText('The price')).toBeTruthy()
})
