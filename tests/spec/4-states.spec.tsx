import { showOnDevice } from '../kit/screens/saved-searches.tsx'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { useEffect, useMemo } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useSearch } from 'wouter'
import { InstallState } from '../../contract/money/crm.ts'
import { RequestStatus, statusLabels } from '../../contract/money/downloads.ts'
import { emptyCriteria } from '../../contract/search/criteria.ts'
import { recentSearches, savedSearches } from '../../src/offline/live.ts'
import { StorageError } from '../../src/offline/storage-error.ts'
import { log } from '../../src/lib/log.ts'
import { initDefaultCountry, uiState } from '../../src/lib/ui-state.ts'
import { toggleCategory } from '../../src/screens/quick-search/category-toggles.tsx'
import {
  clearCriteria,
  newCriteria,
  withMark,
  withOperator,
} from '../../src/screens/search/criteria-edit.ts'
import { usePanelMode } from '../../src/screens/search/prompt/panel-mode.ts'
import { saveDraft } from '../../src/screens/search/saved/edits.ts'
import { SearchActions } from '../../src/screens/search/saved/search-actions.tsx'
import { useRecentDraft } from '../../src/screens/search/saved/use-recent-draft.ts'
import { SearchContext, type SearchHandle } from '../../src/screens/search/search-context.ts'
import { startState, withPage, withTab } from '../../src/screens/search/search-state.ts'
import { parseSearch } from '../../src/screens/search/url.ts'
import { useSearchUrl } from '../../src/screens/search/use-search-url.ts'
import { session, type Service } from '../../src/session/session.ts'
import { useFirstOrganisation } from '../../src/session/use-identity.ts'
import { useCrmConnection } from '../../src/shared/crm/connection.ts'
import { usePushItems } from '../../src/shared/crm/push-items.ts'
import { aConnection, anIntegration, integrationsOf } from '../kit/fixtures/crm.ts'
import { asSend } from '../kit/device/device.ts'
import { fakeApi, show, type FakeCalls } from '../kit/screens/screen.tsx'
import { alex, signedInSession } from '../kit/session/people.ts'

const unknown = session.current()
afterEach(() => {
  act(() => session.update(unknown))
  vi.restoreAllMocks()
  cleanup()
})

describe('4. States and transitions: download requests', () => {
  const labels: [string, RequestStatus[]][] = [
    ['Completed', ['REQUEST_COMPELETED', 'DOWNLOAD_FILE_GENERATED']],
    ['Failed', ['REQUEST_FAILED']],
    ['Insufficient credits', ['INSUFFICIENT_CREDITS']],
    ['In progress', ['CREDIT_VALIDATION_COMPLETED', 'CREDIT_VALIDATION_INPROGRESS']],
    ['Request accepted', ['REQUEST_ACCEPTED']],
    ['Partially completed', ['REQUEST_PARTIALLY_COMPLETED']],
  ]
  for (const [label, statuses] of labels)
    it(`${label}: ${statuses.join(', ')}`, () => {
      const labelled = RequestStatus.options.filter((status) => statusLabels[status] === label)
      expect(labelled.toSorted()).toEqual(statuses.toSorted())
    })
})

describe('4. States and transitions: CRM and organisation', () => {
  const Connection = () => <output>{useCrmConnection().state}</output>
  const token = { token: 'token', expiresAt: '2100-01-01T00:00:00Z' }
  const connect = (crmToken: NonNullable<FakeCalls['crmToken']>): void => {
    act(() => session.update({ identity: alex }))
    show(<Connection />, fakeApi({ crmToken }))
  }

  it('CRM connection: loading, authenticated, unauthenticated', async () => {
    const answer = Promise.withResolvers<typeof token>()
    connect(() => answer.promise)
    expect(screen.getByRole('status').textContent).toBe('loading')
    answer.resolve(token)
    await screen.findByText('authenticated')
    cleanup()
    vi.spyOn(log, 'error').mockReturnValue(undefined)
    connect(() => Promise.reject(new Error('no')))
    await screen.findByText('unauthenticated')
  })

  it('It re-authenticates when the organisation changes or when no token is available', async () => {
    const crmToken = vi.fn<NonNullable<FakeCalls['crmToken']>>(async () => token)
    connect(crmToken)
    await waitFor(() => expect(crmToken).toHaveBeenCalledTimes(1))
    act(() => session.update({ identity: { ...alex, orgId: 'org_2' } }))
    await waitFor(() => expect(crmToken).toHaveBeenCalledTimes(2))
  })

  it('Failure leaves it unauthenticated', async () => {
    vi.spyOn(log, 'error').mockReturnValue(undefined)
    const crmToken = vi.fn<NonNullable<FakeCalls['crmToken']>>(() => Promise.reject(new Error()))
    connect(crmToken)
    await screen.findByText('unauthenticated')
    expect(crmToken).toHaveBeenCalledTimes(1)
  })

  it('CRM install state: idle, installed, success', () => {
    expect(InstallState.options).toEqual(['idle', 'installed', 'success'])
  })

  it('the integration is enabled when installed or success', async () => {
    act(() => session.update({ identity: alex }))
    const Pushes = () => (
      <output>
        {usePushItems()({ category: 'company', source: { kind: 'ids', ids: [] }, name: '' })
          .map(({ label }) => label)
          .join(', ')}
      </output>
    )
    const states = InstallState.options.map((state) =>
      anIntegration({
        label: state,
        state,
        connection: state === 'idle' ? null : aConnection(),
      }),
    )
    show(<Pushes />, fakeApi({ ...integrationsOf(...states), crmToken: async () => token }))
    expect(await screen.findByText('Push to installed, Push to success')).toBeDefined()
  })

  it('Organisation: if the user has memberships but no active organisation, the first membership is activated automatically', async () => {
    const activate = vi.fn<Service['activate']>(async () => undefined)
    const mine = signedInSession({ activate }, { orgId: null, role: null, orgName: null })
    const First = () => <output>{useFirstOrganisation(mine)}</output>
    await act(async () => void render(<First />))
    expect(activate.mock.calls).toEqual([['org_1']])
  })

  it("Default country: set once, to the customer's default country, or AU if unset or ALL", () => {
    const started = (byDefault: string | null): unknown => {
      uiState.country = null
      initDefaultCountry(byDefault)
      return uiState.country
    }
    expect([started('NZ'), started('AU'), started(null), started('ALL')]).toEqual([
      'NZ',
      'AU',
      'AU',
      'AU',
    ])
    initDefaultCountry('NZ')
    expect(uiState.country).toBe('AU')
  })
})

/** The search as the screen holds it, with what stores its drafts. */
const open = (query = '') => {
  const sent: string[] = []
  const send = asSend(async (call) => {
    if (call !== 'changes') sent.push(call)
    const nothing = { changes: [], cursor: '1', more: false, reset: false }
    return { kind: 'done', output: call === 'changes' ? nothing : undefined }
  })
  const seen: { handle?: SearchHandle; mode?: ReturnType<typeof usePanelMode> } = {}
  const fresh = newCriteria('AU')
  const Search = () => {
    const address = useSearch()
    const handle = useSearchUrl(
      useMemo(() => parseSearch(address), [address]),
      fresh,
      null,
    )
    const mode = usePanelMode(handle)
    useRecentDraft(handle)
    useEffect(() => {
      seen.handle = handle
      seen.mode = mode
    })
    return (
      <SearchContext value={handle}>
        <SearchActions />
      </SearchContext>
    )
  }
  const opened = showOnDevice(<Search />, fakeApi({}), send, {
    address: `/dashboard/search/new${query}`,
  })
  const handle = (): SearchHandle => {
    if (seen.handle === undefined) throw new Error('Nothing is drawn')
    return seen.handle
  }
  return {
    ...opened,
    sent,
    handle,
    mode: () => seen.mode,
    choose: (identifier: string, value: string) =>
      act(() => handle().edit((criteria) => withMark(criteria, identifier, value, 'include'))),
    recent: async () => (await recentSearches(opened.local().device)).map(({ value }) => value),
    saved: async () => (await savedSearches(opened.local().device)).map(({ value }) => value),
  }
}

const address = (): string => decodeURIComponent(location.search).replaceAll('+', ' ')

describe('4. States and transitions: search', () => {
  it('Search kind: new or saved; default new with id new', () => {
    const { handle } = open()
    expect(location.pathname).toBe('/dashboard/search/new')
    expect(handle().state.saved).toBeNull()
    cleanup()
    const id = '0190a0a0-0000-7000-8000-000000000001'
    expect(open(`?industry=Mining&saved=${id}`).handle().state.saved).toBe(id)
  })

  it('Saving a new search creates a saved one and resets the new search to keep only the country filter', async () => {
    const { handle, choose, local, saved, recent } = open()
    choose('industry', 'Construction')
    await waitFor(async () => expect(await recent()).toHaveLength(1))
    const { criteria } = handle().state
    const draft = { rid: handle().draft, category: 'company', criteria, prompt: null } as const
    await act(() => saveDraft(local(), 'Builders', draft))
    expect(await saved()).toMatchObject([{ name: 'Builders' }])
    expect(await recent()).toEqual([])
    act(() => screen.getByRole('link', { name: 'New search' }).click())
    await waitFor(() => expect(address()).toBe('?country=AU'))
  })

  it('Recent searches: first change creates a draft (action created); later changes update it (action updated)', async () => {
    const { handle, choose, sync, sent, recent } = open()
    choose('industry', 'Construction')
    await waitFor(async () => expect(await recent()).toHaveLength(1))
    await act(() => sync())
    choose('industry', 'Mining')
    act(() => handle().pendingChange.keepNow())
    await waitFor(async () =>
      expect((await recent())[0]?.filters['industry']).toEqual(['Construction', 'Mining']),
    )
    await act(() => sync())
    expect(sent).toEqual(['newRecent', 'updateRecent'])
    expect(await recent()).toHaveLength(1)
  })

  it('a failed creation clears the draft id', async () => {
    const { choose, recent, local } = open()
    await recent()
    const write = vi.spyOn(local().device, 'write').mockRejectedValueOnce(new StorageError('full'))
    choose('industry', 'Construction')
    await waitFor(() => expect(write).toHaveBeenCalled())
    expect(await recent()).toEqual([])
    choose('industry', 'Mining')
    // Creating does not wait for the debounce of an update.
    await waitFor(async () => expect(await recent()).toHaveLength(1))
  })

  it('Boolean filters toggle on or off', () => {
    const { handle, choose } = open()
    choose('has_company_phone', 'Yes')
    expect(address()).toContain('has_company_phone=Yes')
    act(() => handle().edit((criteria) => withMark(criteria, 'has_company_phone', 'Yes', null)))
    expect(address()).not.toContain('has_company_phone')
  })

  it('Other filters hold selected values, can be marked excluded', () => {
    const marked = withMark(emptyCriteria, 'industry', 'Mining', 'exclude')
    expect(marked).toMatchObject({ filters: {}, excluded: { industry: ['Mining'] } })
    const chosen = withMark(marked, 'industry', 'Mining', 'include')
    expect(chosen).toMatchObject({ filters: { industry: ['Mining'] }, excluded: {} })
  })

  it('and have a logical operator (OR by default, AND optional)', () => {
    const two = { ...emptyCriteria, filters: { technographics: ['Xero', 'Slack'] } }
    expect(two.operators).toEqual({})
    const both = withOperator(two, 'technographics', 'AND')
    expect(both.operators).toEqual({ technographics: 'AND' })
    expect(withOperator(both, 'technographics', 'OR').operators).toEqual({})
  })

  it('Reset restores previousState', () => {
    const { handle, choose } = open('?industry=Mining&country=AU')
    choose('company_size', '51-200')
    expect(address()).toContain('company_size')
    act(() => handle().reset())
    expect(address()).toBe('?industry=Mining&country=AU')
  })

  it('Clear all keeps only country', () => {
    expect(
      clearCriteria({
        ...emptyCriteria,
        filters: { country: ['NZ'], industry: ['Mining'] },
        excluded: { industry: ['Retail Trade'] },
        search: 'harbour',
      }),
    ).toEqual({ ...emptyCriteria, filters: { country: ['NZ'] } })
  })

  it('Changing the page of companies resets the people page to 0', () => {
    const people = withPage(withTab(startState(emptyCriteria), 'people'), 4)
    expect(people.pages).toEqual({ company: 0, people: 4 })
    expect(withPage(withTab(people, 'company'), 2).pages).toEqual({ company: 2, people: 0 })
  })

  it('Quick search has company and people categories with selection toggling', () => {
    const both = { company: true, people: true }
    expect(toggleCategory(both, 'people')).toEqual({ company: true, people: false })
    expect(toggleCategory({ company: true, people: false }, 'people')).toEqual(both)
  })

  it('Filter panel modes: idle and save action, with AI search flags', () => {
    const { choose, mode } = open()
    expect(mode()).toEqual({ mode: 'idle', isAiPending: false, hasAiPrompt: false })
    choose('industry', 'Construction')
    expect(mode()).toMatchObject({ mode: 'save action' })
    cleanup()
    expect(open('?industry=Mining&prompt=miners').mode()).toMatchObject({ hasAiPrompt: true })
  })
})
