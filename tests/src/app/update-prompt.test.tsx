import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const worker = vi.hoisted(() => ({ fetched: Promise.withResolvers<void>() }))
vi.mock('../../../src/app/service-worker.ts', async () => ({
  update: (await import('valtio')).proxy({ waiting: true }),
  acceptUpdate: () => worker.fetched.promise,
}))

const { UpdatePrompt } = await import('../../../src/app/update-prompt.tsx')

const passes = (ms: number): Promise<void> =>
  act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
const words = (): string | null => screen.getByRole('alert').querySelector('p')?.textContent ?? null

describe('a newer version that somebody asks for', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    worker.fetched = Promise.withResolvers()
    render(<UpdatePrompt />)
    fireEvent.click(screen.getByRole('button', { name: 'Update' }))
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
  })

  it('is said to be slow where it does not come', async () => {
    await passes(9_000)
    expect(words()).toBe('A new version of Fieldbook is ready.')
    await passes(1_000)
    expect(words()).toBe('It is slow to come. Fieldbook goes on asking for it.')
  })

  it('is said to open by itself where something is half written', async () => {
    worker.fetched.resolve()
    await passes(0)
    await passes(3_000)
    expect(words()).toBe('It opens by itself as soon as nothing here is half written.')
  })
})
