import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CrmConnection, Integration } from '../../../../contract/money/crm.ts'
import { links } from '../../../../contract/links.ts'
import { ApiProblem, Unreachable } from '../../../../src/lib/api-errors.ts'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { log } from '../../../../src/lib/log.ts'
import { IntegrationsScreen } from '../../../../src/screens/crm/integrations-screen.tsx'
import { session } from '../../../../src/session/session.ts'
import { fakeApi, show, type FakeCalls } from '../../../kit/screens/screen.tsx'
import { alex } from '../../../kit/session/people.ts'

const unknown = session.current()
beforeEach(() => {
  vi.spyOn(log, 'error').mockReturnValue(undefined)
  act(() => session.update({ identity: alex }))
})
afterEach(() => {
  connectivity.online = true
  vi.restoreAllMocks()
  act(() => session.update(unknown))
})

const crmToken = async () => ({ token: 'first', expiresAt: '2100-01-01T00:00:00Z' })

const connection: CrmConnection = {
  id: '019caf00-0000-7000-8000-000000000001',
  isWorking: true,
  accountId: '42',
  accountName: 'Harbour Sales',
  accountUser: 'alex@harbour.example',
  missingScopes: [],
  connectedBy: 'Alex Fernleigh',
  connectedAt: '2026-03-03T01:00:00Z',
  problem: null,
  waitsUntil: null,
  recordsAsOf: null,
  recordUrls: {},
}

const acme = (given: Partial<Integration> = {}): Integration => ({
  key: '0123456789ab',
  label: 'Acme',
  icon: 'acme',
  initials: 'AC',
  isSetUp: true,
  state: 'idle',
  people: ['contact', 'lead'],
  address: null,
  connection: null,
  ...given,
})

const answering = (integration: Integration) => async () => ({
  integrations: [integration],
  included: null,
})

const open = (calls: FakeCalls, query = '') =>
  show(<IntegrationsScreen />, fakeApi({ crmToken, ...calls }), `${links.integrations()}${query}`)

const refusal = (code: string, status: number, detail: string, pointer?: string) =>
  new ApiProblem(
    status,
    {
      type: 'about:blank',
      instance: '/',
      requestId: 'r1',
      title: code,
      status,
      code,
      detail,
      ...(pointer !== undefined && { errors: [{ pointer, code: 'unknown-value', detail }] }),
    },
    null,
  )

describe('the states of the Integrations screen', () => {
  it('show a skeleton while the user is being signed in', async () => {
    open({ crmToken: () => new Promise(() => undefined) })
    expect(await screen.findByRole('status', { name: 'Loading your CRMs' })).toBeTruthy()
  })

  it('offer a retry when the sign-in fails', async () => {
    let works = false
    open({
      crmToken: () => (works ? crmToken() : Promise.reject(refusal('unexpected', 500, ''))),
      integrations: answering(acme()),
    })
    await screen.findByRole('heading', {
      name: 'We couldn’t sign you in to Harbour Advisory’s CRM integration',
    })
    works = true
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('region', { name: 'Acme' })).toBeTruthy()
  })

  it('offer a retry when the CRMs do not load', async () => {
    const integrations = vi
      .fn<() => ReturnType<ReturnType<typeof answering>>>()
      .mockRejectedValueOnce(new Unreachable('network'))
      .mockImplementation(answering(acme()))
    open({ integrations })
    await screen.findByText('We couldn’t load your CRMs')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('region', { name: 'Acme' })).toBeTruthy()
  })

  it('say that offline nothing is on this device yet, and block what needs a connection', async () => {
    connectivity.online = false
    const { unmount } = open({ crmToken: () => Promise.reject(new Unreachable('network')) })
    await screen.findByText('Your CRMs aren’t on this device yet')
    unmount()
    connectivity.online = true
    open({ integrations: answering(acme()) })
    const button = await screen.findByRole('button', { name: 'Connect Acme' })
    act(() => {
      connectivity.online = false
    })
    await screen.findByText(/You’re offline. Your CRMs/)
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
  })

  it('renew a token that the server refuses, and call again', async () => {
    const tokens = ['first', 'second']
    open({
      crmToken: async () => ({ token: tokens.shift() ?? '', expiresAt: '2100-01-01T00:00:00Z' }),
      integrations: ({ token }) =>
        token === 'second'
          ? answering(acme())()
          : Promise.reject(refusal('crm-token', 401, 'Expired.')),
    })
    expect(await screen.findByRole('region', { name: 'Acme' })).toBeTruthy()
  })
})

describe('the card of a CRM', () => {
  it.each([
    ['are read for the first time', null, 'Reading what’s in Acme…'],
    ['were read', new Date(Date.now() - 3.5 * 3_600_000).toISOString(), '3 h ago'],
  ])('says that its records %s', async (_, recordsAsOf, text) => {
    const given = { ...connection, recordsAsOf }
    open({ integrations: answering(acme({ state: 'success', connection: given })) })
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('shows when its records were read for the first time, without a press', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let recordsAsOf: string | null = null
    open({
      integrations: async () => ({
        integrations: [acme({ connection: { ...connection, recordsAsOf } })],
        included: null,
      }),
    })
    await screen.findByText('Reading what’s in Acme…')
    recordsAsOf = new Date().toISOString()
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(await screen.findByText('just now')).toBeTruthy()
  })

  it('names the account, who connected it and when, and that it pushes', async () => {
    open({ integrations: answering(acme({ state: 'success', connection })) })
    await screen.findByText('Connected')
    for (const text of ['Harbour Sales', 'alex@harbour.example', '3 Mar 2026 by Alex Fernleigh'])
      expect(screen.getByText(text)).toBeTruthy()
    screen.getByText('Push companies and contacts or leads. Notes and visits become activities.')
  })

  it('names missing permissions and offers to reconnect', async () => {
    const missing = { ...connection, missingScopes: ['read.owners', 'write.notes'] }
    open({ integrations: answering(acme({ state: 'installed', connection: missing })) })
    await screen.findByText('read.owners, write.notes')
    expect(screen.getByRole('button', { name: 'Reconnect Acme' })).toBeTruthy()
    expect(screen.getByText('Needs attention')).toBeTruthy()
  })

  it('needs attention while the CRM refuses its API, and says why', async () => {
    const problem = 'Acme refused our last call: the API is not part of this trial.'
    open({ integrations: answering(acme({ connection: { ...connection, problem } })) })
    await screen.findByText(problem)
    expect(screen.getByText('Needs attention')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Map fields in Acme' })).toBeTruthy()
  })

  it('only disconnects a CRM that is no longer set up', async () => {
    const away = { ...connection, isWorking: false, problem: 'Acme isn’t set up here.' }
    open({ integrations: answering(acme({ isSetUp: false, connection: away })) })
    await screen.findByText('Acme isn’t set up here.')
    screen.getByRole('button', { name: 'Disconnect Acme' })
    expect(screen.queryByRole('button', { name: 'Reconnect Acme' })).toBeNull()
  })

  it('asks for the address of the CRM where it needs one, and shows why one is refused', async () => {
    const address = { label: 'Web address', example: 'acme.example', required: true }
    const connectCrm = vi.fn<() => Promise<{ url: string }>>(() =>
      Promise.reject(refusal('invalid-input', 400, '', '/address')),
    )
    open({ integrations: answering(acme({ address })), connectCrm })
    const button = await screen.findByRole('button', { name: 'Connect Acme' })
    fireEvent.click(button)
    expect(connectCrm).not.toHaveBeenCalled()
    const field = screen.getByLabelText('Web address')
    fireEvent.change(field, { target: { value: ' elsewhere.example ' } })
    fireEvent.click(button)
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect(connectCrm).toHaveBeenCalledExactlyOnceWith({
      connector: '0123456789ab',
      token: 'first',
      address: 'elsewhere.example',
    })
  })
})

describe('the return from a CRM', () => {
  it('is finished under the same key when the answer was lost', async () => {
    const keys: unknown[] = []
    const connected = acme({ state: 'installed', connection })
    open(
      {
        integrations: answering(acme()),
        finishConnectingCrm: async (_, options) => {
          keys.push(options?.idempotencyKey)
          if (keys.length === 1) throw new Unreachable('network')
          return connected
        },
      },
      '&state=abc&code=xyz',
    )
    await screen.findByText(/your CRM may not be connected yet/)
    expect(location.search).toBe('?tab=integrations')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(/may not be connected/)).toBeNull())
    expect(new Set(keys).size).toBe(1)
    expect(keys).toHaveLength(2)
  })

  it('waits in the address while the user cannot be signed in', async () => {
    open({ crmToken: () => Promise.reject(new Unreachable('network')) }, '&state=abc&code=xyz')
    await screen.findByText(/We couldn’t sign you in/)
    expect(location.search).toContain('code=xyz')
  })
})
