import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tooltip, TooltipLayer } from '../../../src/ui/tooltip.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const shown = () => screen.queryByText('More about it')
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const page = (there: boolean) => (
  <>
    {there && <button {...tooltip('More about it')}>It</button>}
    <TooltipLayer />
  </>
)
const over = () => fireEvent.pointerEnter(screen.getByRole('button'), { pointerType: 'mouse' })

it('A tooltip disappears when the user goes back, even if the pointer does not move', async () => {
  render(page(true))
  over()
  await pass(400)
  expect(shown()).not.toBeNull()
  window.dispatchEvent(new PopStateEvent('popstate'))
  await pass(0)
  expect(shown()).toBeNull()
})

it('A tooltip is not shown where a closed dialog gives the focus back', async () => {
  render(
    <>
      <div role="dialog">
        <input aria-label="Name" />
      </div>
      <a href="/">Before</a>
      {page(true)}
    </>,
  )
  const button = screen.getByRole('button')
  vi.spyOn(button, 'matches').mockReturnValue(true)
  fireEvent.focusIn(button, { relatedTarget: screen.getByLabelText('Name') })
  await pass(0)
  expect(shown()).toBeNull()
  fireEvent.focusIn(button, { relatedTarget: screen.getByText('Before') })
  await pass(0)
  expect(shown()).not.toBeNull()
  fireEvent.focusOut(button)
})

it('A tooltip is not shown for an element that is no longer in the page', async () => {
  const { rerender } = render(page(true))
  over()
  rerender(page(false))
  await pass(400)
  expect(shown()).toBeNull()
})

it('A tooltip stays within its pane, not over what is beside it', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100)
  render(<section data-pane>{page(true)}</section>)
  const at = (left: number, right: number) => () => new DOMRect(left, 100, right - left, 20)
  screen.getByRole('button').getBoundingClientRect = at(500, 532)
  const pane = document.querySelector('section')
  if (pane) pane.getBoundingClientRect = at(0, 540)
  over()
  await pass(400)
  expect(shown()?.style.left).toBe('482px')
  vi.restoreAllMocks()
})
