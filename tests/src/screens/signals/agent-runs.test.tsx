import { flagsOf, openSignals, quiet } from '../../../kit/screens/signals-page.tsx'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { signalsLink } from '../../../../contract/links.ts'
import { session } from '../../../../src/session/session.ts'
import { aSignal } from '../../../kit/fixtures/signals.ts'
import { ApiProblem } from '../../../../src/lib/api-errors.ts'
import type { FakeCalls } from '../../../kit/screens/screen.tsx'
import { recordId } from '../../../kit/fixtures/records.ts'

const unknown = session.current()
afterEach(() => {
  vi.unstubAllGlobals()
  act(() => session.update(unknown))
})

const targeting = flagsOf({ 'signal-targeting': true })

const answering = (signals: ReturnType<typeof aSignal>[]) => {
  const requests: { incrementalRunIds?: string[] | undefined }[] = []
  const calls: FakeCalls = {
    targetingSignals: async (input) => {
      requests.push(input)
      return { success: true, total: signals.length, signals, sourced: true }
    },
  }
  return { requests, calls }
}

describe('an opened notification', () => {
  const opened = signalsLink({
    agentId: recordId(1),
    listIds: [recordId(7)],
    signalType: { slug: 'hiring_surge', category: 'company' },
    incrementalRunIds: [recordId(2), recordId(3)],
  })

  it('shows the signals of its agent and runs, of its type and lists', async () => {
    const { requests, calls } = answering([aSignal(1)])
    openSignals({ ...quiet, ...calls, ...targeting }, opened)
    await screen.findByText(/From 2 alerts/)
    await waitFor(() =>
      expect(requests).toContainEqual(
        expect.objectContaining({
          category: 'company',
          agentId: recordId(1),
          incrementalRunIds: [recordId(2), recordId(3)],
          filters: { 'company-signal-type': ['hiring_surge'], lists: [recordId(7)] },
        }),
      ),
    )
  })

  it('says that its agent was deleted, and links to all signals', async () => {
    const { calls } = answering([aSignal(1)])
    const targetingSignals: FakeCalls['targetingSignals'] = async (input) => {
      if (input.agentId === recordId(1)) throw new ApiProblem(404, null, null)
      return calls.targetingSignals?.(input) ?? Promise.reject(new Error('not asked'))
    }
    openSignals({ ...quiet, targetingSignals, ...targeting }, opened)
    await screen.findByRole('heading', { name: 'This agent was deleted' })
    const [, below] = screen.getAllByRole('button', { name: 'Show all signals' })
    await userEvent.click(below ?? document.body)
    expect(await screen.findByRole('button', { name: 'Hiring surge at Company 1' })).toBeTruthy()
  })

  it('links back to all signals', async () => {
    const { calls } = answering([aSignal(1)])
    openSignals({ ...quiet, ...calls, ...targeting }, opened)
    await userEvent.click(await screen.findByRole('button', { name: 'Show all signals' }))
    const params = new URLSearchParams(location.search)
    expect([params.get('agentId'), params.get('run')]).toEqual([null, null])
    expect(screen.queryByText(/From \d+ alerts|From one alert/)).toBeNull()
  })

  it('shows what it can when the address is damaged', async () => {
    const { requests, calls } = answering([aSignal(1)])
    openSignals(
      { ...quiet, ...calls, ...targeting },
      `/dashboard/signals?category=martian&agentId=1;drop&run=${recordId(2)},x&type=hiring_surge,nothing&page=-3&sort=none`,
    )
    await screen.findByRole('button', { name: 'Hiring surge at Company 1' })
    expect(requests.find(({ incrementalRunIds }) => incrementalRunIds)).toMatchObject({
      category: 'company',
      incrementalRunIds: [recordId(2)],
      filters: { 'company-signal-type': ['hiring_surge'] },
    })
  })
})

describe('new signals', () => {
  it('are marked, and reported to the server once they were on the screen', async () => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        private readonly onIntersect: (entries: object[]) => void
        constructor(onIntersect: (entries: object[]) => void) {
          this.onIntersect = onIntersect
        }
        observe(target: Element): void {
          // The second signal is below the fold.
          const isIntersecting = !target.textContent.includes('Company 2')
          this.onIntersect([{ target, isIntersecting }])
        }
        disconnect(): void {}
      },
    )
    const sent: object[] = []
    const { calls } = answering([aSignal(1), aSignal(2), aSignal(3, { seen: true })])
    openSignals({
      ...quiet,
      ...calls,
      ...targeting,
      actOnSignals: async (input) => void sent.push(input),
    })
    await screen.findByRole('button', { name: 'Hiring surge at Company 1' })
    expect(screen.getAllByText('New.')).toHaveLength(2)
    await waitFor(() => expect(sent).toEqual([{ ids: [recordId(1)], act: 'seen' }]))
  })
})

describe('the actions of a signal', () => {
  it('open its record beside it on a desktop, and add it to a list', async () => {
    const { calls } = answering([aSignal(1)])
    const { added } = openSignals({ ...quiet, ...calls, ...targeting })
    await userEvent.click(await screen.findByRole('button', { name: 'Hiring surge at Company 1' }))
    await userEvent.click(screen.getByRole('button', { name: 'Open company' }))
    await screen.findByText(`company ${recordId(1001)} beside`)
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByText(/beside$/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Add to list' }))
    expect(added.at(-1)).toEqual({ category: 'company', ids: [recordId(1001)] })
  })

  it('show the measurement in words, and link to a source that is a web page', async () => {
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
