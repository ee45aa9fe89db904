import { useQuery } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Services } from '../../src/app/services.tsx'
import { Shell } from '../../src/app/shell.tsx'
import type { startErrorReports } from '../../src/lib/telemetry.ts'
import { useApi } from '../../src/lib/use-api.ts'
import { SupportCard } from '../../src/screens/help/support-card.tsx'
import { session } from '../../src/session/session.ts'
import { configsQuery } from '../../src/shared/queries.ts'
import { Feature } from '../../src/shared/members/features.ts'
import { fakeApi, show } from '../kit/screens/screen.tsx'
import { alex } from '../kit/session/people.ts'

type Telemetry = { startErrorReports: typeof startErrorReports }

const mocks = vi.hoisted(() => ({
  analytics: vi.fn<() => () => void>(),
  tours: vi.fn<(workspace: string) => void>(),
  errors: vi.fn<() => void>(),
}))
vi.mock('../../src/lib/telemetry-sentry.ts', () => ({ startSentry: mocks.errors }))
vi.mock('../../src/app/workspace-tours.ts', () => ({ openWorkspaceTours: mocks.tours }))
vi.mock('../../src/lib/telemetry.ts', () => ({
  startAnalytics: mocks.analytics,
  withAnalytics: async () => null,
}))

const unknown = session.current()
beforeEach(() => {
  vi.clearAllMocks()
  mocks.analytics.mockReturnValue(() => undefined)
  act(() => session.update({ identity: alex }))
})
afterEach(() => act(() => session.update(unknown)))

const withFlags = (...flags: string[]) =>
  fakeApi({
    platformFeatures: async () => ({ features: {} }),
    customerFeatures: async () => ({
      features: Object.fromEntries(flags.map((flag) => [flag, { enabled: true }])),
    }),
    configs: async () => ({
      configs: {
        posthog: true,
        product_fruits: true,
        product_fruits_workspace_code: 'code',
        chat_script: 'https://js.hs-scripts.com/1.js',
        requestTypes: [],
      },
    }),
  })

/** Shown once flags and configs are known. */
const Known = () =>
  useQuery(configsQuery(useApi())).data && (
    <Feature name="none" otherwise={<p>Known</p>}>
      never
    </Feature>
  )

const extrasWith = async (...flags: string[]): Promise<void> => {
  cleanup()
  show(
    <>
      <Services />
      <Known />
    </>,
    withFlags(...flags),
  )
  await screen.findByText('Known')
}

describe('1. What the product does: supporting features', () => {
  it('In-app product tours, a chat widget, analytics and error reporting exist as supporting features, gated by feature flags [decision 061]', async () => {
    const telemetry = await vi.importActual<Telemetry>('../../src/lib/telemetry.ts')
    vi.stubGlobal('requestIdleCallback', (run: () => void) => run())
    await extrasWith()
    await telemetry.startErrorReports(session, {})
    expect(mocks.analytics).not.toHaveBeenCalled()
    expect(mocks.tours).not.toHaveBeenCalled()
    expect(mocks.errors).not.toHaveBeenCalled()
    await extrasWith('analytics', 'product-tours', 'chat-widget')
    await telemetry.startErrorReports(session, { sentryDsn: 'https://public@errors.example/42' })
    await waitFor(() => expect(mocks.analytics).toHaveBeenCalledTimes(1))
    await waitFor(() => expect(mocks.tours).toHaveBeenCalledTimes(1))
    expect(mocks.errors).toHaveBeenCalledTimes(1)
    vi.unstubAllGlobals()
    cleanup()
    show(<SupportCard />, withFlags('chat-widget'))
    await screen.findByRole('button', { name: 'Chat with us' })
  })
})

describe('6. Roles and permissions: on the page', () => {
  it('Some shell widgets render only for users with one of these roles', async () => {
    const widgets = async (role: 'admin' | 'standard' | 'other'): Promise<number> => {
      cleanup()
      act(() => session.update({ identity: { ...alex, role } }))
      show(
        <Shell title="Home">
          <p>Content</p>
        </Shell>,
        withFlags(),
      )
      await screen.findByText('Content')
      return screen.queryAllByRole('button', { name: /^Find a company or person/ }).length
    }
    expect(await widgets('admin')).toBeGreaterThan(0)
    expect(await widgets('standard')).toBeGreaterThan(0)
    expect(await widgets('other')).toBe(0)
  })

  it('Screens and behaviours render only when a named feature flag (from the platform features call) is on or off', async () => {
    const gated = (
      <Feature name="signal-intent" otherwise={<p>Off</p>}>
        <p>On</p>
      </Feature>
    )
    show(gated, withFlags())
    await screen.findByText('Off')
    expect(screen.queryByText('On')).toBeNull()
    cleanup()
    show(
      gated,
      fakeApi({
        platformFeatures: async () => ({ features: { 'signal-intent': { enabled: true } } }),
        customerFeatures: async () => ({ features: {} }),
      }),
    )
    await screen.findByText('On')
  })

  it('Flags gate analytics', async () => {
    await extrasWith()
    expect(mocks.analytics).not.toHaveBeenCalled()
    await extrasWith('analytics')
    await waitFor(() => expect(mocks.analytics).toHaveBeenCalledTimes(1))
  })

  it('Flags gate product tours', async () => {
    await extrasWith()
    expect(mocks.tours).not.toHaveBeenCalled()
    await extrasWith('product-tours')
    await waitFor(() => expect(mocks.tours).toHaveBeenCalledTimes(1))
  })

  it('Flags gate the chat widget', async () => {
    const chat = () => screen.queryByRole('button', { name: 'Chat with us' })
    show(<SupportCard />, withFlags())
    await screen.findByRole('link', { name: 'Contact support' })
    expect(chat()).toBeNull()
    cleanup()
    show(<SupportCard />, withFlags('chat-widget'))
    await waitFor(() => expect(chat()).not.toBeNull())
  })
})
