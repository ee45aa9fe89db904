import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import type { Subscription } from '../../contract/org/customer.ts'
import { App } from '../../src/app/app.tsx'
import { gateFor, knownOf, type Gate } from '../../src/app/gate.ts'
import { pageApi } from '../../src/app/page-api.ts'
import { PlanGate } from '../../src/app/plan-gate.tsx'
import { usePrefetchShellData } from '../../src/app/prefetch-shell-data.ts'
import { screenAt } from '../../src/app/routes.tsx'
import { WasSignedIn } from '../../src/app/was-signed-in.ts'
import { ApiProblem } from '../../src/lib/api-errors.ts'
import { ClerkIsland } from '../../src/session/clerk-island.tsx'
import { clerkScreens } from '../../src/session/clerk-screens.tsx'
import { createNotSignedIn } from '../../src/session/identity.ts'
import { labels } from '../../src/session/labels.ts'
import { session } from '../../src/session/session.ts'
import { ContactSales } from '../../src/shared/billing/contact-sales.tsx'
import { roleName } from '../../src/shared/members/role-name.ts'
import { showToast, Toasts } from '../../src/ui/toasts.tsx'
import { fakeApi, show, type FakeCalls } from '../kit/screens/screen.tsx'
import { aTrial } from '../kit/session/gate.ts'
import { alex } from '../kit/session/people.ts'

type Call<Name extends keyof FakeCalls> = NonNullable<FakeCalls[Name]>

const provider = vi.hoisted(() => ({ props: vi.fn<(props: object) => void>() }))
vi.mock('@clerk/clerk-react', async (original) => ({
  ...(await original<object>()),
  ClerkProvider: (props: object) => {
    provider.props(props)
    return null
  },
}))

const unknown = session.current()
beforeEach(() => act(() => session.update({ identity: alex })))
afterEach(() => {
  act(() => session.update(unknown))
  document.getElementById('boot')?.remove()
})

describe('1. What the product does: on the page', () => {
  it('Sign-in, sign-up and user and organisation management screens are provided by the hosted authentication service, not by the product', () => {
    expect(Object.keys(clerkScreens)).toEqual([
      'sign-in',
      'sign-up',
      'create-company',
      'select-customer',
      'users',
      'company',
      'account',
      'security',
    ])
  })
})

describe('2. Screens and routes', () => {
  const titles: [string, string, string][] = [
    ['/dashboard', 'Root of the app', 'Home'],
    ['/maintenance', 'Maintenance page', 'Maintenance'],
    ['/dashboard/profile', 'Profile', 'Settings'],
    ['/dashboard/plan-selection', 'Choose a plan', 'Choose a plan'],
    ['/dashboard/create-company', 'Create an organisation', 'Create company'],
    ['/dashboard/download-center', 'History of download and push requests', 'Download centre'],
    ['/dashboard/search/new', 'New search', 'Search'],
    ['/dashboard/list', 'Saved lists', 'Lists'],
    ['/dashboard/signals', 'Signals', 'Signals'],
    ['/dashboard/signals/agent/create', 'Create a signal agent', 'New signal agent'],
    ['/dashboard/signals/agent/edit', 'Edit a signal agent', 'Signal agent'],
    ['/dashboard/people', 'Full view of a person', 'Person'],
    ['/dashboard/company', 'Full view of a company', 'Company'],
    ['/dashboard/data-exchange', 'Data exchange', 'Data exchange'],
    ['/dashboard/data-exchange/upload', 'Upload of data to enrich', 'Upload'],
    ['/dashboard/account-intelligence-config', 'Account intelligence configuration', 'Settings'],
  ]
  for (const [path, purpose, title] of titles)
    it(`${path}: ${purpose}`, () => {
      expect(screenAt(path)).toMatchObject({ path, title })
    })

  it('/sign-in, /sign-up: Authentication pages (catch-all index routes)', () => {
    for (const path of ['/sign-in', '/sign-up'])
      for (const below of ['', '/factor-one', '/verify/email'])
        expect(screenAt(`${path}${below}`)).toMatchObject({ path, ungated: true })
  })

  it('after sign-in or sign-up the fallback is /dashboard', () => {
    render(
      <ClerkIsland
        boot={{ clerkPublishableKey: 'pk_test_x', clerkProxyUrl: null, deploymentId: 'build-7' }}
        // The provider above replaces Clerk's.
        clerk={Object.create(null)}
        navigate={() => undefined}
        controller={Object.create(null)}
        onDead={() => undefined}
        completeSignOut={async () => undefined}
      />,
    )
    expect(provider.props.mock.lastCall?.[0]).toMatchObject({
      signInFallbackRedirectUrl: '/dashboard',
      signUpFallbackRedirectUrl: '/dashboard',
    })
  })

  it('A contact-sales link leads to an external help-desk new-ticket page', () => {
    const boot = document.createElement('script')
    boot.id = 'boot'
    boot.type = 'application/json'
    boot.textContent = JSON.stringify({ contactSalesUrl: 'https://desk.example/tickets/new' })
    document.head.append(boot)
    history.replaceState(null, '', '/dashboard/plan-selection')
    render(<ContactSales about="Enterprise" />)
    const link = screen.getByRole('link', { name: /^Contact sales about Enterprise/ })
    expect(link.getAttribute('href')).toBe(
      'https://desk.example/tickets/new?about=Enterprise&page=%2Fdashboard%2Fplan-selection',
    )
    expect(link.getAttribute('target')).toBe('_blank')
  })
})

describe('2. Screens and routes: maintenance', () => {
  const maintenance = new ApiProblem(
    503,
    {
      type: 'about:blank',
      title: 'Fieldbook is down for maintenance',
      status: 503,
      detail: 'We’re moving to a larger machine.',
      instance: '/configs',
      code: 'maintenance',
      requestId: 'r1',
      until: '2026-03-03T14:00:00+08:00',
    },
    30,
  )

  it('/maintenance is reached when maintenance begins, and left when it ends', async () => {
    history.replaceState(null, '', '/dashboard/nowhere?industry=Mining')
    let over = false
    const api = fakeApi({
      activePlan: async () => ({ subscription: aTrial }),
      configs: async () => {
        if (!over) throw maintenance
        return {
          configs: {
            posthog: false,
            product_fruits: false,
            product_fruits_workspace_code: null,
            requestTypes: [],
          },
        }
      },
    })
    show(<App />, api, '/dashboard/nowhere?industry=Mining')
    const refused = Response.json(
      { ...maintenance.body },
      { status: 503, headers: { 'maintenance-until': '2026-03-03T14:00:00+08:00' } },
    )
    const page = pageApi('build-7', { send: async () => refused })
    await act(() => expect(page.configs()).rejects.toMatchObject({ code: 'maintenance' }))
    await waitFor(() => expect(location.pathname).toBe('/maintenance'))
    await screen.findByText('We’re moving to a larger machine.')
    await screen.findByText(/^Expected back: /)
    over = true
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(location.pathname).toBe('/dashboard/nowhere'))
    expect(location.search).toBe('?industry=Mining')
  })
})

describe('2. Screens and routes: plan gate', () => {
  const gateAt = (path: string, subscription: Subscription | null, signedIn = true): Gate =>
    gateFor({
      path,
      address: path,
      ungated: screenAt(path)?.ungated ?? false,
      signedIn,
      unconfirmed: false,
      wasSignedIn: true,
      ...knownOf(
        { data: subscription, dataUpdatedAt: 0, isStale: false, isError: false, isFetching: false },
        0,
        72,
      ),
    })

  it('Sign-in, sign-up and maintenance pages are shown without the gate', () => {
    for (const path of ['/sign-in', '/sign-up', '/maintenance'])
      expect(gateAt(path, null, false)).toEqual({ show: 'screen' })
  })

  it('All other pages are gated', () => {
    for (const [path] of [['/dashboard'], ['/dashboard/list'], ['/dashboard/people']] as const)
      expect(gateAt(path, null)).toEqual({ redirect: '/dashboard/plan-selection' })
  })

  const open = (path: string, activePlan: FakeCalls['activePlan'] & {}, wasSignedIn = false) => {
    const location = memoryLocation({ path, record: true })
    show(
      <Router hook={location.hook} searchHook={location.searchHook}>
        <WasSignedIn value={wasSignedIn}>
          <PlanGate screen={screenAt(path)}>
            <p>The screen</p>
          </PlanGate>
        </WasSignedIn>
      </Router>,
      fakeApi({ activePlan }),
    )
    return location.history
  }

  it('While the active subscription loads, a full-screen loading logo shows', async () => {
    const plan = Promise.withResolvers<{ subscription: Subscription }>()
    open('/dashboard', () => plan.promise)
    expect(screen.getByRole('status').textContent).toContain('Loading Fieldbook')
    plan.resolve({ subscription: aTrial })
    await screen.findByText('The screen')
  })

  it('Without a valid active subscription the user is redirected to the plan selection path, unless already on plan selection or create-company', async () => {
    const history = open('/dashboard', async () => ({ subscription: null }))
    await waitFor(() => expect(history.at(-1)).toBe('/dashboard/plan-selection'))
    for (const path of ['/dashboard/plan-selection', '/dashboard/create-company'])
      expect(gateAt(path, null)).toEqual({ show: 'screen' })
  })

  it('A user with a valid subscription who is on the plan selection path is redirected to the dashboard root', async () => {
    const history = open('/dashboard/plan-selection', async () => ({ subscription: aTrial }))
    await waitFor(() => expect(history.at(-1)).toBe('/dashboard'))
  })

  it('After sign-out the user goes to the sign-in page with action=sign-out', async () => {
    act(() => session.update({ identity: createNotSignedIn('signed-out') }))
    const history = open('/dashboard', async () => ({ subscription: null }), true)
    await waitFor(() => expect(history.at(-1)).toBe('/sign-in?action=sign-out'))
  })
})

describe('2. Screens and routes: app shell', () => {
  const Shell = () => {
    usePrefetchShellData()
    return null
  }
  const answers = () => ({
    configs: vi.fn<Call<'configs'>>(async () => ({
      configs: {
        posthog: false,
        product_fruits: false,
        product_fruits_workspace_code: null,
        requestTypes: [],
      },
    })),
    platformFeatures: vi.fn<Call<'platformFeatures'>>(async () => ({ features: {} })),
    customerFeatures: vi.fn<Call<'customerFeatures'>>(async () => ({ features: {} })),
    filters: vi.fn<Call<'filters'>>(async () => []),
    register: vi.fn<Call<'register'>>(() => Promise.reject(new Error('Not needed'))),
    filterOptions: vi.fn<Call<'filterOptions'>>(async () => ({
      success: true,
      total: 0,
      records: [],
    })),
  })

  it('Loads configs, features, filters, and the register for company and for people', async () => {
    const calls = answers()
    show(<Shell />, fakeApi(calls))
    await waitFor(() => expect(calls.register).toHaveBeenCalledTimes(2))
    expect(calls.register.mock.calls.map(([input]) => input)).toEqual([
      { category: 'company', countries: ['AU'] },
      { category: 'people', countries: ['AU'] },
    ])
    for (const name of ['configs', 'platformFeatures', 'customerFeatures', 'filters'] as const)
      expect(calls[name]).toHaveBeenCalledTimes(1)
  })

  it('Preloads the filters company_size, multiple_locations and revenue', async () => {
    const calls = answers()
    show(<Shell />, fakeApi(calls))
    await waitFor(() => expect(calls.filterOptions).toHaveBeenCalledTimes(3))
    expect(calls.filterOptions.mock.calls.map(([input]) => input)).toEqual(
      ['company_size', 'multiple_locations', 'revenue'].map((identifier) => ({ identifier })),
    )
  })

  it('Toast notifications appear at top centre, last 3 seconds, each with a close control; the viewport is 390 px wide', async () => {
    render(<Toasts />)
    act(() => showToast({ title: 'First' }))
    act(() => showToast({ title: 'Second' }))
    await screen.findByText('Second')
    const viewport = screen.getByRole('region', { name: 'Notifications' })
    expect(viewport.className).toContain('top-0 left-1/2')
    expect(viewport.style.width).toBe('390px')
    expect(screen.getAllByRole('button', { name: 'Close notification' })).toHaveLength(2)
  })
})

describe('2. Screens and routes: authentication labels', () => {
  it("Create company: title 'Create company', submit 'Create'", () => {
    expect(labels.createOrganization).toMatchObject({
      title: 'Create company',
      formButtonSubmit: 'Create',
    })
  })

  it("Organisation list: 'Select your customer'", () => {
    expect(labels.organizationList).toMatchObject({
      title: 'Select your customer',
      titleWithoutPersonal: 'Select your customer',
    })
  })

  it("Members page: 'Users', 'Invite user', 'Remove user'", () => {
    expect(labels.organizationProfile).toMatchObject({
      start: { headerTitle__members: 'Users' },
      membersPage: {
        action__invite: 'Invite user',
        activeMembersTab: { menuAction__remove: 'Remove user' },
      },
    })
    expect(screenAt('/dashboard/users')).not.toBeNull()
  })

  it('Leave company: warns that access to the app is lost and that the action is permanent', () => {
    const leave = labels.organizationProfile?.profilePage?.dangerSection?.leaveOrganization
    expect(leave?.messageLine1).toContain('lose access to the app')
    expect(leave?.messageLine2).toContain('permanent')
  })

  it("Sign-in title 'Log in'; fields 'Work email' and 'Mobile number'", () => {
    expect(labels.signIn?.start).toMatchObject({ title: 'Log in', titleCombined: 'Log in' })
    expect(labels.formFieldLabel__emailAddress).toBe('Work email')
    expect(labels.formFieldLabel__phoneNumber).toBe('Mobile number')
    expect(labels.signIn?.start).toMatchObject({ actionLink__use_phone: 'Use mobile number' })
  })

  it("Role basic_member is shown as 'Standard'", () => {
    expect(labels.roles).toMatchObject({ basic_member: 'Standard' })
    expect(roleName('standard')).toBe('Standard')
  })
})
