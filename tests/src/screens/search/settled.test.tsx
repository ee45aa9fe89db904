import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useSettled } from '../../../../src/screens/search/settled.ts'
import { useDebounced } from '../../../../src/lib/use-debounced.ts'
import '../../../kit/screens/screen.tsx'

beforeEach(() => vi.useFakeTimers())
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('a settled value', () => {
  const start = () =>
    renderHook(({ value }) => useSettled({ value }, value, 300).value, {
      initialProps: { value: 'a' },
    })

  it('follows a single change at once', async () => {
    const hook = start()
    hook.rerender({ value: 'b' })
    await pass(0)
    expect(hook.result.current).toBe('b')
  })

  it('waits in a flurry of changes until the last has stood still', async () => {
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

  it('passes on what differs without being a change', async () => {
    const hook = renderHook(({ value }) => useSettled(value, 'same', 300), {
      initialProps: { value: 1 },
    })
    hook.rerender({ value: 2 })
    expect(hook.result.current).toBe(2)
  })
})

describe('a debounced value', () => {
  it('arrives once typing rests', async () => {
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
