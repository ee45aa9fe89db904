import { act, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { api } from '../../contract/api.ts'
import * as constants from '../../contract/constants.ts'
import { addDays } from '../../contract/core/days.ts'
import { daysOf } from '../../contract/signals/signal-filters.ts'
import { createQueryClient } from '../../src/lib/query.ts'
import { startSentry } from '../../src/lib/telemetry-sentry.ts'
import { historyQuery } from '../../src/screens/downloads/queries.ts'
import { noFilters } from '../../src/screens/downloads/route.ts'
import { newCriteria, withMark } from '../../src/screens/search/criteria-edit.ts'
import { useRecentDraft } from '../../src/screens/search/saved/use-recent-draft.ts'
import type { SearchHandle } from '../../src/screens/search/search-context.ts'
import { startState } from '../../src/screens/search/search-state.ts'
import { createSession } from '../../src/session/session.ts'
import { usePlanPoll } from '../../src/shared/billing/plan-poll.ts'
import { showToast, Toasts } from '../../src/ui/toasts.tsx'
import { fakeApi, show } from '../kit/screens/screen.tsx'

const sentry = vi.hoisted(() => ({ init: vi.fn<(options: object) => void>() }))
vi.mock('@sentry/react', () => ({
  init: sentry.init,
  makeFetchTransport: () => undefined,
  setTag: () => undefined,
  setUser: () => undefined,
  browserTracingIntegration: () => ({ name: 'BrowserTracing' }),
  replayIntegration: () => ({ name: 'Replay' }),
}))

/** Of a page that a request does not name. */
const sizeOf = (input: z.core.$ZodType, given: object): unknown =>
  z.parse(z.looseObject({ size: z.number() }), z.parse(input, given)).size

const option = { identifier: 'keywords' }

describe('9. Business constants and limits', () => {
  it('Toast duration 3000 ms', async () => {
    render(<Toasts />)
    act(() => showToast({ title: 'Loads the viewport' }))
    await screen.findByText('Loads the viewport')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await act(async () => showToast({ title: 'Search saved' }))
    await act(async () => void vi.advanceTimersByTime(2_999))
    expect(screen.queryByText('Search saved')).not.toBeNull()
    await act(async () => void vi.advanceTimersByTime(1))
    expect(screen.queryByText('Search saved')).toBeNull()
    expect(constants.toastMs).toBe(3_000)
  })

  it('toast viewport 390 px', async () => {
    render(<Toasts />)
    act(() => showToast({ title: 'Search saved' }))
    const viewport = await screen.findByRole('region', { name: 'Notifications' })
    expect(viewport.style.width).toBe('390px')
  })

  it('Filter option page size 10 (multi-level and search)', () => {
    expect(constants.optionPageSize).toBe(10)
    expect(sizeOf(api.searchFilterOptions.input, option)).toBe(10)
    expect(sizeOf(api.filterLevels.input, option)).toBe(10)
  })

  it('autocomplete page size 10', () => {
    expect(constants.autocompletePageSize).toBe(10)
    expect(sizeOf(api.autocompleteCompanies.input, { q: 'har' })).toBe(10)
    expect(sizeOf(api.autocompletePeople.input, { q: 'har' })).toBe(10)
  })

  it('List page size default 10 per category (company, people, intent)', () => {
    expect(constants.listPageSize).toBe(10)
    expect(startState(newCriteria('AU')).size).toBe(10)
    for (const category of ['company', 'people'])
      expect(sizeOf(api.records.input, { category })).toBe(10)
    for (const category of ['company', 'people', 'intent'])
      expect(sizeOf(api.coreSignals.input, { category })).toBe(10)
  })

  it('Signals date range default 90', () => {
    expect(constants.signalDays).toBe(90)
    const today = '2026-03-03'
    expect(daysOf({}, today)).toEqual({ from: addDays(today, -90), to: null })
  })

  it('Recent-search save debounced by 4 s', () => {
    const hold = vi.fn<SearchHandle['pendingChange']['hold']>()
    const nothing = (): void => undefined
    const pendingChange = { hold, keepNow: nothing, drop: nothing }
    const previous = newCriteria('AU')
    const Draft = ({ value }: { value: string }) => {
      const state = startState(withMark(previous, 'industry', value, 'include'))
      useRecentDraft({
        state,
        previous,
        draft: 'draft',
        pendingChange,
        reset: nothing,
        change: nothing,
        edit: nothing,
        see: nothing,
        within: null,
      })
      return null
    }
    const { rerender } = render(<Draft value="Mining" />)
    expect(hold).not.toHaveBeenCalled()
    rerender(<Draft value="Construction" />)
    expect(hold.mock.calls.map(([, , ms]) => ms)).toEqual([4_000])
  })

  it('Download history polls every 15 s', () => {
    const pageOf = (page: number) =>
      historyQuery(fakeApi({}), { filters: noFilters, page }, () => undefined)
    expect(pageOf(0).refetchInterval).toBe(15_000)
    expect(pageOf(1).refetchInterval).toBe(false)
  })

  it('subscription polling every 5 s', async () => {
    vi.useFakeTimers()
    const activePlan = vi.fn<() => Promise<{ subscription: null }>>(async () => ({
      subscription: null,
    }))
    const Poll = () => <p>{usePlanPoll('org_1', () => false, { atOnce: true }).state}</p>
    show(<Poll />, fakeApi({ activePlan }))
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    const before = activePlan.mock.calls.length
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(activePlan.mock.calls.length - before).toBe(2)
  })

  it('Default currency AUD', () => {
    const order = { orgId: 'o', totalCredits: 100, amount: 1, pricePerCredit: 1, priceId: 'p' }
    expect(z.parse(api.buyCredits.input, order).currency).toBe('AUD')
  })

  it('default country AU', () => {
    expect(newCriteria(null).filters).toEqual({ country: ['AU'] })
    expect(constants.defaultCountry).toBe('AU')
  })

  it('Most queries never go stale', () => {
    const { queries } = createQueryClient().getDefaultOptions()
    expect(queries?.staleTime).toBe(Number.POSITIVE_INFINITY)
  })

  it('Preloaded filters: company_size, multiple_locations, revenue', () => {
    expect(constants.preloadedFilters).toEqual(['company_size', 'multiple_locations', 'revenue'])
  })

  const options = (): Record<string, unknown> => {
    sentry.init.mockClear()
    startSentry('https://public@errors.example/42', 'build-7', createSession())
    return { ...sentry.init.mock.calls[0]?.[0] }
  }

  it('Error reporting: trace sample rate 1', () => {
    expect(options()['tracesSampleRate']).toBe(1)
  })

  it('replay session sample rate 0.1', () => {
    expect(options()['replaysSessionSampleRate']).toBe(0.1)
  })

  it('replay on-error sample rate 1', () => {
    expect(options()['replaysOnErrorSampleRate']).toBe(1)
  })

  it('console breadcrumbs disabled', () => {
    const { integrations } = options()
    if (typeof integrations !== 'function') throw new Error('The defaults are not changed')
    const started: { name: string }[] = integrations([{ name: 'Console' }, { name: 'Breadcrumbs' }])
    const names = started.map(({ name }) => name)
    expect(names).toContain('Breadcrumbs')
    expect(names).not.toContain('Console')
  })

  it('release identifier attached', () => {
    expect(options()['release']).toBe('build-7')
  })
})
