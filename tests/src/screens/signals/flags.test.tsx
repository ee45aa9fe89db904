import { flagsOf, openSignals, quiet } from '../../../kit/screens/signals-page.tsx'
import { act, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { SignalCategory } from '../../../../contract/signals/signals.ts'
import { session } from '../../../../src/session/session.ts'
import { aSignal } from '../../../kit/fixtures/signals.ts'
import type { FakeCalls } from '../../../kit/screens/screen.tsx'

const unknown = session.current()
afterEach(() => act(() => session.update(unknown)))

const recordCalls = () => {
  const requests: string[] = []
  const call =
    (prefix: string) =>
    async ({ category }: { category: SignalCategory }) => {
      requests.push(`${prefix}/${category}`)
      const signals = [aSignal(1, { category, title: `From ${prefix}` })]
      return { success: true, total: 1, signals, sourced: true }
    }
  const calls: FakeCalls = {
    coreSignals: call('core'),
    targetingSignals: call('targeting'),
    intentSignals: call('intent'),
  }
  return { requests, calls }
}

const tabs = async (): Promise<(string | null)[]> => {
  await screen.findByRole('tablist', { name: 'Signal types' })
  return screen.getAllByRole('tab').map(({ textContent }) => textContent)
}

describe('the signals screen by flags', () => {
  it('shows the upgrade and sends no request with neither flag', async () => {
    const { requests, calls } = recordCalls()
    openSignals({ ...quiet, ...calls, ...flagsOf({ 'signal-targeting': false }) })
    const card = await screen.findByRole('region', {
      name: 'Signals aren’t in Harbour Advisory’s plan',
    })
    expect(card.textContent).toContain('Contact sales to add signals to your plan')
    expect(within(card).queryByRole('link')).toBeNull()
    expect(screen.queryByRole('tablist')).toBeNull()
    expect(requests).toEqual([])
  })

  it('links an admin to sales with neither flag, where that page exists', async () => {
    const boot = document.createElement('script')
    boot.id = 'boot'
    boot.type = 'application/json'
    boot.textContent = JSON.stringify({ contactSalesUrl: 'https://help.example/new' })
    document.head.append(boot)
    try {
      openSignals({ ...quiet, ...recordCalls().calls, ...flagsOf({ 'signal-targeting': false }) })
      const sales = await screen.findByRole('link', { name: /^Contact sales/ })
      expect(sales.getAttribute('href')).toMatch(
        /^https:\/\/help\.example\/new\?about=Signals&page=/,
      )
    } finally {
      boot.remove()
    }
  })

  it.each([
    ['signal-targeting', 'targeting', ['Companies', 'People', 'Agents']],
    ['signal-intent', 'intent', ['Intent', 'Agents']],
  ])('with %s alone requests under %s/', async (flag, prefix, expected) => {
    const { requests, calls } = recordCalls()
    openSignals({ ...quiet, ...calls, ...flagsOf({ [flag]: true }) })
    expect(await tabs()).toEqual(expected)
    await screen.findByText(`From ${prefix}`)
    expect(new Set(requests.map((call) => call.split('/')[0]))).toEqual(new Set([prefix]))
  })

  it('with both flags requests under core/, in three tabs', async () => {
    const { requests, calls } = recordCalls()
    const both = { 'signal-targeting': true, 'signal-intent': true }
    openSignals({ ...quiet, ...calls, ...flagsOf(both) }, '/dashboard/signals?category=intent')
    expect(await tabs()).toEqual(['Companies', 'People', 'Intent', 'Agents'])
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Intent')
    await screen.findByText('From core')
    expect(requests.every((call) => call.startsWith('core/'))).toBe(true)
  })

  it('says for intent that no source is connected', async () => {
    const none = async () => ({ success: true, total: 0, signals: [], sourced: false })
    openSignals({ ...quiet, intentSignals: none, ...flagsOf({ 'signal-intent': true }) })
    expect(await screen.findByRole('heading', { name: 'No intent feed is connected' })).toBeTruthy()
  })
})
