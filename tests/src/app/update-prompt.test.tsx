import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

vi.mock('../../../src/app/service-worker.ts', async () => ({
  update: (await import('valtio')).proxy({ waiting: true, held: false }),
  acceptUpdate: () => new Promise(() => {}),
}))

const { UpdatePrompt } = await import('../../../src/app/update-prompt.tsx')
const { update } = await import('../../../src/app/service-worker.ts')

const passes = (ms: number): Promise<void> =>
  act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
const words = (): string | null => screen.getByRole('alert').querySelector('p')?.textContent ?? null
const later = () => screen.queryByRole('button', { name: 'Later' })

describe('a newer version that somebody asks for', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    render(<UpdatePrompt />)
    fireEvent.click(screen.getByRole('button', { name: 'Update' }))
  })
  afterEach(() => {
    cleanup()
    update.held = false
    vi.useRealTimers()
  })

  it('is said to be slow where it does not come, and can no longer be put off', async () => {
    await passes(9_000)
    expect(words()).toBe('A new version of Fieldbook is ready.')
    expect(later()).toBeNull()
    await passes(1_000)
    expect(words()).toBe('The update is still downloading. It will open when it’s ready.')
  })

  it('is said to open by itself where something is half written', async () => {
    update.held = true
    await passes(0)
    expect(words()).toBe('We’ll update as soon as you finish what you’re writing.')
  })
})

it('A newer version that nobody asked for can be put off', () => {
  render(<UpdatePrompt />)
  fireEvent.click(later() ?? document.body)
  expect(screen.queryByRole('alert')).toBeNull()
  cleanup()
})
