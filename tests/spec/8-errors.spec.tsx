import { showOnDevice } from '../kit/screens/saved-searches.tsx'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyCriteria } from '../../contract/search/criteria.ts'
import { Services } from '../../src/app/services.tsx'
import { ApiProblem } from '../../src/lib/api-errors.ts'
import { log } from '../../src/lib/log.ts'
import { createQueryClient } from '../../src/lib/query.ts'
import { startAnalytics, withAnalytics } from '../../src/lib/telemetry.ts'
import { saveSearch } from '../../src/offline/searches.ts'
import { SuggestionGroup } from '../../src/screens/quick-search/suggestion-list.tsx'
import { OptionsTrouble } from '../../src/screens/search/filters/options-trouble.tsx'
import { SyncScreen } from '../../src/screens/sync/sync-screen.tsx'
import { session } from '../../src/session/session.ts'
import { useCrmConnection } from '../../src/shared/crm/connection.ts'
import { sendWith } from '../../src/shared/offline/send.ts'
import { toastStore } from '../../src/ui/toast-store.ts'
import { fakeApi, show } from '../kit/screens/screen.tsx'
import { alex } from '../kit/session/people.ts'

const posthog = vi.hoisted(() => ({ start: vi.fn<() => unknown>() }))
vi.mock('../../src/lib/telemetry-posthog.ts', () => ({ startPosthog: posthog.start }))

const unknown = session.current()
beforeEach(() => {
  vi.spyOn(log, 'error').mockReturnValue(undefined)
  vi.spyOn(log, 'warn').mockReturnValue(undefined)
  act(() => session.update({ identity: alex }))
})
afterEach(() => {
  vi.restoreAllMocks()
  act(() => session.update(unknown))
  cleanup()
})

const refusal = new ApiProblem(
  409,
  {
    type: 'about:blank',
    title: 'This name is taken',
    status: 409,
    detail: 'There’s already a saved search called ‘Builders’.',
    instance: '/search/save',
    code: 'name-taken',
    requestId: 'r1',
  },
  null,
)

/** A saved search that the server refuses, in the Sync centre. */
const saveRefused = async (): Promise<void> => {
  const api = fakeApi({
    saveSearch: () => Promise.reject(refusal),
    changes: async () => ({ changes: [], cursor: '1', more: false, reset: false }),
  })
  const opened = showOnDevice(<SyncScreen />, api, sendWith(api), { address: '/dashboard/sync' })
  await saveSearch(opened.local(), {
    name: 'Builders',
    category: 'company',
    criteria: emptyCriteria,
  })
  await act(() => opened.sync())
}

describe('8. Error catalogue', () => {
  it('Mutation failures are only logged to the console', async () => {
    const client = createQueryClient()
    const mutation = client
      .getMutationCache()
      .build(client, { mutationFn: () => Promise.reject(refusal), mutationKey: ['portal'] })
    await expect(mutation.execute(undefined)).rejects.toBe(refusal)
    expect(log.error).toHaveBeenCalledExactlyOnceWith('portal failed', refusal)
    await saveRefused()
    await waitFor(() =>
      expect(log.error).toHaveBeenLastCalledWith('saveSearch was refused', refusal.body),
    )
    expect(toastStore.toasts).toEqual([])
  })

  it('no user-visible message [decision 059]', async () => {
    await saveRefused()
    await screen.findByText('There’s already a saved search called ‘Builders’.')
    expect(toastStore.toasts).toEqual([])
  })

  it("Option fetch failure: 'Failed to fetch search results'", () => {
    render(<OptionsTrouble />)
    expect(screen.getByRole('alert').textContent).toBe('Failed to fetch search results')
  })

  it("Autocomplete failure: 'Failed to fetch autocomplete results'", () => {
    const failed = { title: 'Companies', suggestions: [], failed: true }
    const nothing = () => undefined
    render(
      <SuggestionGroup
        {...failed}
        term="har"
        active={undefined}
        optionId={() => ''}
        onHover={nothing}
        onChoose={nothing}
      />,
    )
    expect(screen.getByRole('alert').textContent).toBe('Failed to fetch autocomplete results')
  })

  it("Missing product-tour workspace code: logs 'Workspace code is not defined.' and renders nothing", async () => {
    const { container } = show(
      <Services />,
      fakeApi({
        platformFeatures: async () => ({ features: { 'product-tours': { enabled: true } } }),
        customerFeatures: async () => ({ features: {} }),
        configs: async () => ({
          configs: {
            posthog: false,
            product_fruits: true,
            product_fruits_workspace_code: null,
            requestTypes: [],
          },
        }),
      }),
    )
    await waitFor(() =>
      expect(log.warn).toHaveBeenCalledExactlyOnceWith('Workspace code is not defined.'),
    )
    expect(container.textContent).toBe('')
  })

  it('Failure to authenticate with the CRM integration provider is logged and leaves the state unauthenticated', async () => {
    const Connection = () => <output>{useCrmConnection().state}</output>
    const trouble = new Error('refused')
    show(<Connection />, fakeApi({ crmToken: () => Promise.reject(trouble) }))
    await screen.findByText('unauthenticated')
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      'Authenticating with the CRM integration failed',
      trouble,
    )
  })

  it('Analytics calls are ignored if person profiles are disabled', async () => {
    const visitor = { userId: 'user_1', orgId: 'org_1' }
    startAnalytics(visitor, { posthogKey: 'key', posthogPersonProfiles: false })
    await withAnalytics((analytics) => analytics.page('/dashboard'))
    expect(posthog.start).not.toHaveBeenCalled()
    startAnalytics(visitor, { posthogKey: 'key', posthogPersonProfiles: true })
    await waitFor(() => expect(posthog.start).toHaveBeenCalledTimes(1))
  })
})
