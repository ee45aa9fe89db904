import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
  cleanup()
  sessionStorage.clear()
})

/** No state except the tab's storage. */
const aPage = async (chosen = '') => {
  vi.resetModules()
  const { useHalfTyped } = await import('../../../../src/screens/search/filters/half-typed.ts')
  const { panel } = await import('../../../../src/screens/search/panel-state.ts')
  const Field = () => {
    const [text, setText] = useHalfTyped('keywords', chosen)
    return (
      <input aria-label="Words" value={text} onChange={(event) => setText(event.target.value)} />
    )
  }
  const drawn = render(
    <StrictMode>
      <Field />
    </StrictMode>,
  )
  const field = () => screen.getByLabelText<HTMLInputElement>('Words')
  const type = (text: string): void => void fireEvent.change(field(), { target: { value: text } })
  return { type, panel, leave: drawn.unmount, shown: () => field().value }
}

const reload = async (chosen = '') => {
  document.body.innerHTML = ''
  return aPage(chosen)
}

it('The draft of a filter survives a reload, and its filter opens', async () => {
  const before = await aPage()
  expect(before.panel.filters['keywords']).toBeUndefined()
  before.type('solar pa')
  const after = await reload()
  expect(after.shown()).toBe('solar pa')
  expect(after.panel.filters['keywords']).toBe(true)
})

it('A draft survives a reload after a missing chunk unmounted the screen', async () => {
  const before = await aPage()
  before.type('solar pa')
  before.leave()
  expect((await reload()).shown()).toBe('solar pa')
})

it('A draft that was applied, or left with its screen, does not come back', async () => {
  const page = await aPage()
  page.type('solar')
  page.type('')
  expect((await reload()).shown()).toBe('')
  cleanup()
  vi.useFakeTimers()
  const left = await aPage()
  left.type('roof')
  left.leave()
  vi.advanceTimersByTime(60_000)
  expect((await reload()).shown()).toBe('')
})

it('Only a changed field has a draft, not one that shows its own value', async () => {
  await aPage('builders')
  const next = await reload('roofers')
  expect(next.shown()).toBe('roofers')
  next.type('roofers in Perth')
  const after = await reload('roofers')
  expect(after.shown()).toBe('roofers in Perth')
  after.type('roofers')
  expect((await reload('tilers')).shown()).toBe('tilers')
})
