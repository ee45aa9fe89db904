import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contact, watchContact } from '../../../src/lib/contact.ts'

beforeEach(() => {
  vi.useFakeTimers()
  contact.reached = true
  contact.slow = false
})
afterEach(() => vi.useRealTimers())

describe('a server that cannot be reached', () => {
  it('is asked again with growing pauses until it answers', async () => {
    let answers = false
    const probe = vi.fn<() => Promise<unknown>>(async () => {
      if (!answers) throw new Error('no')
      contact.reached = true
    })
    const stop = watchContact(probe)
    contact.reached = false
    await vi.advanceTimersByTimeAsync(3_000)
    expect(probe).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(6_000)
    expect(probe).toHaveBeenCalledTimes(2)
    answers = true
    await vi.advanceTimersByTimeAsync(12_000)
    expect(contact.reached).toBe(true)
    const calls = probe.mock.calls.length
    await vi.advanceTimersByTimeAsync(120_000)
    expect(probe).toHaveBeenCalledTimes(calls)
    stop()
  })

  it('is asked at once when the browser says it is online, and only the answer is believed', async () => {
    const probe = vi.fn<() => Promise<unknown>>(async () => Promise.reject(new Error('no')))
    const stop = watchContact(probe)
    window.dispatchEvent(new Event('offline'))
    expect(contact.reached).toBe(false)
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(probe).toHaveBeenCalledOnce()
    expect(contact.reached).toBe(false)
    stop()
  })
})

it('A server that has said nothing for a while is asked whether it is there', async () => {
  const probe = vi.fn<() => Promise<unknown>>(async () => {
    contact.slow = false
  })
  const stop = watchContact(probe)
  contact.slow = true
  await vi.advanceTimersByTimeAsync(3_000)
  expect(probe).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(probe).toHaveBeenCalledOnce()
  stop()
})

it('A server that answers is not asked for nothing', async () => {
  const probe = vi.fn<() => Promise<unknown>>(async () => undefined)
  const stop = watchContact(probe)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(probe).not.toHaveBeenCalled()
  stop()
})
