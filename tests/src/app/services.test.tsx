import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { Services } from '../../../src/app/services.tsx'
import { session } from '../../../src/session/session.ts'
import { Feature } from '../../../src/shared/members/features.ts'
import { log } from '../../../src/lib/log.ts'
import { configsQuery } from '../../../src/shared/queries.ts'
import { useApi } from '../../../src/lib/use-api.ts'
import type { Analytics } from '../../../src/lib/telemetry.ts'
import { fakeApi, show } from '../../kit/screens/screen.tsx'
import { silentAnalytics } from '../../kit/analytics.ts'
import { alex } from '../../kit/session/people.ts'

const mocks = vi.hoisted(() => ({
  start: vi.fn<() => () => void>(),
  page: vi.fn<Analytics['page']>(),
  end: vi.fn<() => void>(),
  tours: vi.fn<(workspace: string, user: { userId: string; role: string }) => void>(),
}))
vi.mock('../../../src/app/workspace-tours.ts', () => ({ openWorkspaceTours: mocks.tours }))
vi.mock('../../../src/lib/telemetry.ts', () => ({
  startAnalytics: mocks.start,
  withAnalytics: (use: (analytics: Analytics) => unknown) =>
    use({ ...silentAnalytics, page: mocks.page }),
}))

const unknown = session.current()
beforeEach(() => {
  vi.clearAllMocks()
  mocks.start.mockReturnValue(mocks.end)
  vi.spyOn(log, 'warn').mockReturnValue(undefined)
  act(() => session.update({ identity: alex }))
})
afterEach(() => {
  act(() => session.update(unknown))
  vi.restoreAllMocks()
})

type Given = {
  flags?: string[]
  posthog?: boolean
  workspace?: string | null
  productFruits?: boolean
}

const Known = () => {
  const configs = useQuery(configsQuery(useApi())).data
  return (
    configs && (
      <Feature name="none of these" otherwise={<p>flags and configs are known</p>}>
        never
      </Feature>
    )
  )
}

const open = async ({
  flags = [],
  posthog = false,
  workspace = null,
  productFruits = workspace !== null,
}: Given) => {
  const opened = show(
    <>
      <Services />
      <Known />
    </>,
    fakeApi({
      platformFeatures: async () => ({ features: {} }),
      customerFeatures: async () => ({
        features: Object.fromEntries(flags.map((flag) => [flag, { enabled: true }])),
      }),
      configs: async () => ({
        configs: {
          posthog,
          product_fruits: productFruits,
          product_fruits_workspace_code: workspace,
          requestTypes: [],
        },
      }),
      crmToken: async () => ({ token: 'token', expiresAt: '2100-01-01T00:00:00Z' }),
    }),
  )
  await screen.findByText('flags and configs are known')
  return opened
}

describe('analytics', () => {
  it.each<[string, Given]>([
    ['the flag is off', { posthog: true }],
    ['there is no key', { flags: ['analytics'] }],
  ])('does not start if %s', async (_, given) => {
    await open(given)
    expect(mocks.start).not.toHaveBeenCalled()
  })

  it('reports each opened screen, and ends when the organisation changes', async () => {
    const { unmount } = await open({ flags: ['analytics'], posthog: true })
    await waitFor(() =>
      expect(mocks.start).toHaveBeenCalledExactlyOnceWith({ userId: 'user_1', orgId: 'org_1' }),
    )
    act(() => navigate('/dashboard/list?id=1'))
    expect(mocks.page.mock.calls).toEqual([['/dashboard/search/new'], ['/dashboard/list']])
    act(() => session.update({ identity: { ...alex, orgId: 'org_2' } }))
    expect(mocks.end).toHaveBeenCalledOnce()
    expect(mocks.start).toHaveBeenLastCalledWith({ userId: 'user_1', orgId: 'org_2' })
    unmount()
    expect(mocks.end).toHaveBeenCalledTimes(2)
  })
})

describe('product tours', () => {
  const missing = 'Workspace code is not defined.'

  it('log a missing workspace code, and show nothing', async () => {
    await open({ flags: ['product-tours'], productFruits: true })
    await waitFor(() => expect(log.warn).toHaveBeenCalledExactlyOnceWith(missing))
    expect(document.body.textContent).toBe('flags and configs are known')
  })

  it.each<[string, Given]>([
    ['that are off', { productFruits: true }],
    ['of our own, without Product Fruits', { flags: ['product-tours'] }],
    ['whose workspace has a code', { flags: ['product-tours'], workspace: 'code' }],
  ])('log nothing for tours %s', async (_, given) => {
    await open(given)
    expect(log.warn).not.toHaveBeenCalled()
  })

  it('open for the signed-in user, only if the flag is on and the installation has product tours', async () => {
    const { unmount } = await open({ workspace: 'code' })
    unmount()
    const off = await open({ flags: ['product-tours'], workspace: 'code', productFruits: false })
    expect(mocks.tours).not.toHaveBeenCalled()
    off.unmount()
    await open({ flags: ['product-tours'], workspace: 'code' })
    await waitFor(() =>
      expect(mocks.tours).toHaveBeenCalledExactlyOnceWith('code', {
        userId: 'user_1',
        role: 'admin',
      }),
    )
  })
})
