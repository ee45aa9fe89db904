import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useLeadingDebounce } from '../../../../src/screens/search/leading-debounce.ts'
import { useDebounced } from '../../../../src/lib/use-debounced.ts'
import '../../../kit/screens/screen.tsx'

beforeEach(() => vi.useFakeTimers())
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('a leading debounce', () => {
  const start = () =>
    renderHook(({ value }) => useLeadingDebounce({ value }, value, 300).value, {
      initialProps: { value: 'a' },
    })

  it('follows a single change at once', async () => {
    const hook = start()
    hook.rerender({ value: 'b' })
    await pass(0)
    expect(hook.result.current).toBe('b')
  })

  it('waits until `ms` after the last of several changes', async () => {
    const hook = start()
    hook.rerender({ value: 'b' })
    await pass(100)
    hook.rerender({ value: 'c' })
    await pass(200)
    hook.rerender({ value: 'd' })
    await pass(299)
    expect(hook.result.current).toBe('b')
    await pass(1)
    expect(hook.result.current).toBe('d')
  })

  it('passes on a new value with the same key', async () => {
    const hook = renderHook(({ value }) => useLeadingDebounce(value, 'same', 300), {
      initialProps: { value: 1 },
    })
    hook.rerender({ value: 2 })
    expect(hook.result.current).toBe(2)
  })
})

describe('a debounced value', () => {
  it('follows once typing pauses', async () => {
    const hook = renderHook(({ value }) => useDebounced(value, 250), {
      initialProps: { value: 'x' },
    })
    hook.rerender({ value: 'xe' })
    await pass(249)
    expect(hook.result.current).toBe('x')
    await pass(1)
    expect(hook.result.current).toBe('xe')
  })
})
