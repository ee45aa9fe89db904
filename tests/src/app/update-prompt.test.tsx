import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

vi.mock('../../../src/app/service-worker.ts', async () => ({
  update: (await import('valtio')).proxy({ waiting: true, deferred: false }),
  acceptUpdate: () => new Promise(() => {}),
}))

const { UpdatePrompt } = await import('../../../src/app/update-prompt.tsx')
const { update } = await import('../../../src/app/service-worker.ts')

const passes = (ms: number): Promise<void> =>
  act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
const promptText = (): string | null =>
  screen.getByRole('alert').querySelector('p')?.textContent ?? null
const later = () => screen.queryByRole('button', { name: 'Later' })

describe('an update that the user requested', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    render(<UpdatePrompt />)
    fireEvent.click(screen.getByRole('button', { name: 'Update' }))
  })
  afterEach(() => {
    cleanup()
    update.deferred = false
    vi.useRealTimers()
  })

  it('says that it is slow after ten seconds, and cannot be postponed', async () => {
    await passes(9_000)
    expect(promptText()).toBe('A new version of Fieldbook is ready.')
    expect(later()).toBeNull()
    await passes(1_000)
    expect(promptText()).toBe('The update is still downloading. It will open when it’s ready.')
  })

  it('says that it waits for unfinished input', async () => {
    update.deferred = true
    await passes(0)
    expect(promptText()).toBe('We’ll update as soon as you finish what you’re writing.')
  })
})

it('An update that the user did not request can be postponed', () => {
  render(<UpdatePrompt />)
  fireEvent.click(later() ?? document.body)
  expect(screen.queryByRole('alert')).toBeNull()
  cleanup()
})
