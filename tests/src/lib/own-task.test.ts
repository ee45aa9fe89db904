import { afterEach, expect, test, vi } from 'vitest'
import { ownTask } from '../../../src/lib/own-task.ts'

afterEach(() => vi.unstubAllGlobals())

test('each who asks goes on when the browser says so, and not all at once', async () => {
  const waiting: (() => void)[] = []
  const nextTurn = (): Promise<void> => new Promise((go) => waiting.push(go))
  vi.stubGlobal('scheduler', { yield: nextTurn })
  const done: string[] = []
  const first = ownTask().then(() => done.push('first'))
  const second = ownTask().then(() => done.push('second'))
  expect(waiting).toHaveLength(2)
  waiting[0]?.()
  await first
  expect(done).toEqual(['first'])
  waiting[1]?.()
  await second
  expect(done).toEqual(['first', 'second'])
})

test('a browser without a word for it goes on at once', async () => {
  await expect(ownTask()).resolves.toBeUndefined()
})
