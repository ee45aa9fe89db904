import { flagsOf, openSignals, quiet } from '../../../kit/screens/signals-page.tsx'
import { act, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { SignalCategory } from '../../../../contract/signals/signals.ts'
import { session } from '../../../../src/session/session.ts'
import { aSignal } from '../../../kit/fixtures/signals.ts'
import type { FakeCalls } from '../../../kit/screens/screen.tsx'

const unknown = session.current()
afterEach(() => act(() => session.update(unknown)))

/** The three calls of signals, each telling that it was made. */
const told = () => {
  const made: string[] = []
  const call =
    (prefix: string) =>
    async ({ category }: { category: SignalCategory }) => {
      made.push(`${prefix}/${category}`)
      const signals = [aSignal(1, { category, title: `From ${prefix}` })]
      return { success: true, total: 1, signals, sourced: true }
    }
  const calls: FakeCalls = {
    coreSignals: call('core'),
    targetingSignals: call('targeting'),
    intentSignals: call('intent'),
  }
  return { made, calls }
}

const tabs = async (): Promise<(string | null)[]> => {
  await screen.findByRole('tablist', { name: 'Signal types' })
  return screen.getAllByRole('tab').map(({ textContent }) => textContent)
}

describe('signals', () => {
  it('are no part of a plan with neither flag: it says whom to ask, and no call is made', async () => {
    const { made, calls } = told()
    openSignals({ ...quiet, ...calls, ...flagsOf({ 'signal-targeting': false }) })
    const card = await screen.findByRole('region', {
      name: 'Signals aren’t in Harbour Advisory’s plan',
    })
    expect(card.textContent).toContain('Contact sales to add signals to your plan')
    expect(within(card).queryByRole('link')).toBeNull()
    expect(screen.queryByRole('tablist')).toBeNull()
    expect(made).toEqual([])
  })

  it('that are no part of the plan lead an admin to sales, where there is a page for it', async () => {
    const boot = document.createElement('script')
    boot.id = 'boot'
    boot.type = 'application/json'
    boot.textContent = JSON.stringify({ contactSalesUrl: 'https://help.example/new' })
    document.head.append(boot)
    try {
      openSignals({ ...quiet, ...told().calls, ...flagsOf({ 'signal-targeting': false }) })
      const sales = await screen.findByRole('link', { name: /^Contact sales/ })
      expect(sales.getAttribute('href')).toBe('https://help.example/new')
    } finally {
      boot.remove()
    }
  })

  it.each([
    ['signal-targeting', 'targeting', ['Companies', 'People', 'Agents']],
    ['signal-intent', 'intent', ['Intent', 'Agents']],
  ])('with %s alone are asked for under %s/', async (flag, prefix, expected) => {
    const { made, calls } = told()
    openSignals({ ...quiet, ...calls, ...flagsOf({ [flag]: true }) })
    expect(await tabs()).toEqual(expected)
    await screen.findByText(`From ${prefix}`)
    expect(new Set(made.map((call) => call.split('/')[0]))).toEqual(new Set([prefix]))
  })

  it('with both are asked for under core/, in three tabs', async () => {
    const { made, calls } = told()
    const both = { 'signal-targeting': true, 'signal-intent': true }
    openSignals({ ...quiet, ...calls, ...flagsOf(both) }, '/dashboard/signals?category=intent')
    expect(await tabs()).toEqual(['Companies', 'People', 'Intent', 'Agents'])
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Intent')
    await screen.findByText('From core')
    expect(made.every((call) => call.startsWith('core/'))).toBe(true)
  })

  it('of intent say so where no source is connected', async () => {
    const none = async () => ({ success: true, total: 0, signals: [], sourced: false })
    openSignals({ ...quiet, intentSignals: none, ...flagsOf({ 'signal-intent': true }) })
    expect(await screen.findByRole('heading', { name: 'No intent feed is connected' })).toBeTruthy()
  })
})
