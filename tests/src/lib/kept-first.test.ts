import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keptComes, keptIsDrawn } from '../../../src/lib/kept-first.ts'

let idle: (() => void)[] = []
const moment = async (): Promise<void> => {
  for (const run of idle.splice(0)) run()
  await Promise.resolve()
}
beforeEach(() => {
  vi.useFakeTimers()
  idle = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  vi.stubGlobal('cancelIdleCallback', () => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what asks elsewhere waits until everything from the device is there and the browser had a moment', async () => {
  let drawn = false
  const [list, rows] = [keptComes(), keptComes()]
  void keptIsDrawn().then(() => (drawn = true))
  await moment()
  list()
  list()
  await moment()
  expect(drawn).toBe(false)
  rows()
  expect(drawn).toBe(false)
  await moment()
  expect(drawn).toBe(true)
})

test('nothing that hangs holds it up for good', async () => {
  let drawn = false
  const over = keptComes()
  void keptIsDrawn(2_500).then(() => (drawn = true))
  await moment()
  await vi.advanceTimersByTimeAsync(2_499)
  expect(drawn).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(drawn).toBe(true)
  over()
})
