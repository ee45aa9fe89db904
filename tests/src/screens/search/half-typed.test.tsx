import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
  cleanup()
  sessionStorage.clear()
})

/** The page as it is loaded: the module remembers nothing but what the tab's storage holds. */
const aPage = async (chosen = '') => {
  vi.resetModules()
  const { useHalfTyped } = await import('../../../../src/screens/search/filters/half-typed.ts')
  const { panel } = await import('../../../../src/screens/search/panel-state.ts')
  const Field = () => {
    const [words, setWords] = useHalfTyped('keywords', chosen)
    return (
      <input aria-label="Words" value={words} onChange={(event) => setWords(event.target.value)} />
    )
  }
  const drawn = render(
    <StrictMode>
      <Field />
    </StrictMode>,
  )
  const field = () => screen.getByLabelText<HTMLInputElement>('Words')
  const type = (words: string): void => void fireEvent.change(field(), { target: { value: words } })
  return { type, panel, leave: drawn.unmount, shown: () => field().value }
}

/** The tab goes on with another page; what was drawn is gone without a goodbye. */
const reload = async (chosen = '') => {
  document.body.innerHTML = ''
  return aPage(chosen)
}

it('What is half typed in a filter is there after a reload, and the filter stands open', async () => {
  const before = await aPage()
  expect(before.panel.filters['keywords']).toBeUndefined()
  before.type('solar pa')
  const after = await reload()
  expect(after.shown()).toBe('solar pa')
  expect(after.panel.filters['keywords']).toBe(true)
})

it('It is there too where the screen failed a moment before the reload, over a part that is gone', async () => {
  const before = await aPage()
  before.type('solar pa')
  before.leave()
  expect((await reload()).shown()).toBe('solar pa')
})

it('What was chosen, or left with its screen, does not come back', async () => {
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

it('What the field shows by itself is not kept, and what was changed of it is', async () => {
  await aPage('builders')
  const next = await reload('roofers')
  expect(next.shown()).toBe('roofers')
  next.type('roofers in Perth')
  const after = await reload('roofers')
  expect(after.shown()).toBe('roofers in Perth')
  after.type('roofers')
  expect((await reload('tilers')).shown()).toBe('tilers')
})
