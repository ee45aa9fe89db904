import { flagsOf, openSignals, quiet } from '../../../kit/screens/signals-page.tsx'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { signalsLink } from '../../../../contract/links.ts'
import { session } from '../../../../src/session/session.ts'
import { aSignal } from '../../../kit/fixtures/signals.ts'
import { ApiProblem } from '../../../../src/lib/api-errors.ts'
import type { FakeCalls } from '../../../kit/screens/screen.tsx'

const unknown = session.current()
afterEach(() => {
  vi.unstubAllGlobals()
  act(() => session.update(unknown))
})

const id = (of: number): string => `0190a0a0-0000-7000-8000-${String(of).padStart(12, '0')}`
const targeting = flagsOf({ 'signal-targeting': true })

/** Answers with signals and remembers what was asked. */
const answering = (signals: ReturnType<typeof aSignal>[]) => {
  const asked: { incrementalRunIds?: string[] | undefined }[] = []
  const calls: FakeCalls = {
    targetingSignals: async (input) => {
      asked.push(input)
      return { success: true, total: signals.length, signals, sourced: true }
    },
  }
  return { asked, calls }
}

describe('an opened notice', () => {
  const opened = signalsLink({
    agentId: id(1),
    listIds: [id(7)],
    signalType: { slug: 'hiring_surge', category: 'company' },
    incrementalRunIds: [id(2), id(3)],
  })

  it('shows the signals of its agent and runs, of its type and lists', async () => {
    const { asked, calls } = answering([aSignal(1)])
    openSignals({ ...quiet, ...calls, ...targeting }, opened)
    await screen.findByText(/From 2 alerts/)
    await waitFor(() =>
      expect(asked).toContainEqual(
        expect.objectContaining({
          category: 'company',
          agentId: id(1),
          incrementalRunIds: [id(2), id(3)],
          filters: { 'company-signal-type': ['hiring_surge'], lists: [id(7)] },
        }),
      ),
    )
  })

  it('of an agent that was deleted says so, and leads to all', async () => {
    const { calls } = answering([aSignal(1)])
    const targetingSignals: FakeCalls['targetingSignals'] = async (input) => {
      if (input.agentId === id(1)) throw new ApiProblem(404, null, null)
      return calls.targetingSignals?.(input) ?? Promise.reject(new Error('not asked'))
    }
    openSignals({ ...quiet, targetingSignals, ...targeting }, opened)
    await screen.findByRole('heading', { name: 'This agent was deleted' })
    const [, below] = screen.getAllByRole('button', { name: 'Show all signals' })
    await userEvent.click(below ?? document.body)
    expect(await screen.findByRole('button', { name: 'Hiring surge at Company 1' })).toBeTruthy()
  })

  it('leads back to all signals', async () => {
    const { calls } = answering([aSignal(1)])
    openSignals({ ...quiet, ...calls, ...targeting }, opened)
    await userEvent.click(await screen.findByRole('button', { name: 'Show all signals' }))
    const params = new URLSearchParams(location.search)
    expect([params.get('agentId'), params.get('run')]).toEqual([null, null])
    expect(screen.queryByText(/From \d+ alerts|From one alert/)).toBeNull()
  })

  it('whose address was spoilt shows what can be read of it', async () => {
    const { asked, calls } = answering([aSignal(1)])
    openSignals(
      { ...quiet, ...calls, ...targeting },
      `/dashboard/signals?category=martian&agentId=1;drop&run=${id(2)},x&type=hiring_surge,nothing&page=-3&sort=none`,
    )
    await screen.findByRole('button', { name: 'Hiring surge at Company 1' })
    expect(asked.find(({ incrementalRunIds }) => incrementalRunIds)).toMatchObject({
      category: 'company',
      incrementalRunIds: [id(2)],
      filters: { 'company-signal-type': ['hiring_surge'] },
    })
  })
})

describe('new signals', () => {
  it('are marked, and the server hears which were on the screen', async () => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        private readonly tell: (entries: object[]) => void
        constructor(tell: (entries: object[]) => void) {
          this.tell = tell
        }
        observe(target: Element): void {
          // The second one is below the fold.
          const isIntersecting = !target.textContent.includes('Company 2')
          this.tell([{ target, isIntersecting }])
        }
        disconnect(): void {}
      },
    )
    const told: object[] = []
    const { calls } = answering([aSignal(1), aSignal(2), aSignal(3, { seen: true })])
    openSignals({
      ...quiet,
      ...calls,
      ...targeting,
      actOnSignals: async (input) => void told.push(input),
    })
    await screen.findByRole('button', { name: 'Hiring surge at Company 1' })
    expect(screen.getAllByText('New.')).toHaveLength(2)
    await waitFor(() => expect(told).toEqual([{ ids: [id(1)], act: 'seen' }]))
  })
})

describe('the actions of a signal', () => {
  it('open its record beside it on a desk, and put it into a list', async () => {
    const { calls } = answering([aSignal(1)])
    const { added } = openSignals({ ...quiet, ...calls, ...targeting })
    await userEvent.click(await screen.findByRole('button', { name: 'Hiring surge at Company 1' }))
    await userEvent.click(screen.getByRole('button', { name: 'Open company' }))
    await screen.findByText(`company ${id(1001)} beside`)
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByText(/beside$/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Add to list' }))
    expect(added.at(-1)).toEqual({ category: 'company', ids: [id(1001)] })
  })

  it('say what was measured in words, and lead to a source that is a page', async () => {
    const { calls } = answering([
      aSignal(1),
      aSignal(2, { source: { name: 'A feed', url: 'javascript:alert(1)', published_at: null } }),
    ])
    openSignals({ ...quiet, ...calls, ...targeting })
    await userEvent.click(await screen.findByRole('button', { name: 'Hiring surge at Company 1' }))
    expect(screen.getByText('12 to 19 open roles, +58%')).toBeTruthy()
    expect(screen.getByRole('link', { name: /Job boards/ }).getAttribute('href')).toBe(
      'https://jobs.example/1',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Hiring surge at Company 2' }))
    expect(screen.getByText(/Source: A feed/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: /A feed/ })).toBeNull()
  })
})
