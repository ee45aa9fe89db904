import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import type { Subscription } from '../../../contract/org/customer.ts'
import { invalidateOnRefusal } from '../../../src/app/invalidate-on-refusal.ts'
import { PlanGate } from '../../../src/app/plan-gate.tsx'
import { screenAt } from '../../../src/app/routes.tsx'
import { WasSignedIn } from '../../../src/app/was-signed-in.ts'
import { createNotSignedIn, type Identity } from '../../../src/session/identity.ts'
import { session } from '../../../src/session/session.ts'
import { createApi } from '../../../src/lib/api.ts'
import { createQueryClient } from '../../../src/lib/query.ts'
import { ApiProvider } from '../../../src/lib/use-api.ts'
import { aTrial } from '../../kit/session/gate.ts'
import { alex } from '../../kit/session/people.ts'

const member: Identity = { ...alex, name: 'Alex Fernleigh' }

type Answer = () => Promise<Response>
const holding =
  (subscription: Subscription | null): Answer =>
  async () =>
    Response.json({ subscription })

const open = (path: string, answer: Answer, wasSignedIn = false, client = createQueryClient()) => {
  const location = memoryLocation({ path, record: true })
  const api = createApi({
    fetch: answer,
    getToken: async () => 'token',
    isSignedIn: () => true,
    deploymentId: 'build-1',
  })
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } })
  const Gated = () => (
    <PlanGate screen={screenAt(path.split('?')[0] ?? '')}>
      <p>The screen</p>
    </PlanGate>
  )
  render(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <QueryClientProvider client={client}>
        <ApiProvider value={api}>
          <WasSignedIn value={wasSignedIn}>
            <Gated />
          </WasSignedIn>
        </ApiProvider>
      </QueryClientProvider>
    </Router>,
  )
  return location.history
}

const is = (identity: Identity): void =>
  act(() => session.update({ identity, memberships: [], service: null }))

beforeEach(() => is(createNotSignedIn('loading')))
afterEach(cleanup)

describe('the plan gate on the page', () => {
  it('shows the loading logo until the subscription is known, then the screen', async () => {
    is(member)
    const reply = Promise.withResolvers<Response>()
    open('/dashboard', () => reply.promise)
    expect(screen.getByRole('status').textContent).toContain('Loading Fieldbook')
    expect(screen.queryByText('The screen')).toBeNull()
    reply.resolve(await holding(aTrial)())
    await screen.findByText('The screen')
  })

  it('sends a user without a plan to plan selection', async () => {
    is(member)
    const history = open('/dashboard', holding(null))
    await waitFor(() => expect(history.at(-1)).toBe('/dashboard/plan-selection'))
  })

  it('sends a user with a plan from plan selection to the dashboard', async () => {
    is(member)
    const history = open('/dashboard/plan-selection', holding(aTrial))
    await waitFor(() => expect(history.at(-1)).toBe('/dashboard'))
  })

  it('keeps the screen of a user without a plan while the subscription is fetched again after a refusal', async () => {
    is(member)
    const client = createQueryClient()
    const answers = [holding(null), () => new Promise<Response>(() => undefined)]
    const ask: Answer = () => (answers.shift() ?? holding(null))()
    open('/dashboard/create-company', ask, false, client)
    await screen.findByText('The screen')
    act(() => invalidateOnRefusal(client, 402))
    await waitFor(() => expect(client.isFetching()).toBe(1))
    expect(screen.getByText('The screen')).toBeDefined()
  })

  it('sends a user without a company to plan selection, without fetching a subscription', async () => {
    is({ ...member, orgId: null, role: null, orgName: null })
    const history = open('/dashboard', () => Promise.reject(new Error('asked')))
    await waitFor(() => expect(history.at(-1)).toBe('/dashboard/plan-selection'))
  })

  it('sends a visitor to sign in, with the requested page to return to', async () => {
    is(createNotSignedIn('signed-out'))
    const history = open('/dashboard/company?id=a', holding(null))
    await waitFor(() =>
      expect(history.at(-1)).toBe('/sign-in?redirect_url=%2Fdashboard%2Fcompany%3Fid%3Da'),
    )
  })

  it('sends a user who signed out to the sign-in page with action=sign-out', async () => {
    is(createNotSignedIn('signed-out'))
    const history = open('/dashboard', holding(null), true)
    await waitFor(() => expect(history.at(-1)).toBe('/sign-in?action=sign-out'))
  })

  it('does not redirect a user who is signed out for a moment only', async () => {
    is(createNotSignedIn('signed-out'))
    const history = open('/dashboard/list', holding(aTrial))
    is(createNotSignedIn('loading'))
    is(member)
    await screen.findByText('The screen')
    expect(history).toEqual(['/dashboard/list'])
  })

  it('says that the subscription did not load, and loads it on retry', async () => {
    is(member)
    let works = false
    open('/dashboard', async () => {
      if (!works) throw new TypeError('Failed to fetch')
      return holding(aTrial)()
    })
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getByRole('heading', { name: 'We can’t reach Fieldbook' })).toBeTruthy()
    works = true
    act(() => again.click())
    await screen.findByText('The screen')
  })
})
