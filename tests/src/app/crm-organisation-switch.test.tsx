import { act, cleanup, render, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Extras } from '../../../src/app/extras.tsx'
import { Remembered } from '../../../src/app/providers.tsx'
import { useCrmConnection } from '../../../src/shared/crm/connection.ts'
import { createNotSignedIn } from '../../../src/session/identity.ts'
import { session } from '../../../src/session/session.ts'
import { useIdentity } from '../../../src/session/use-identity.ts'
import { log } from '../../../src/lib/log.ts'
import { firstScreen } from '../../../src/lib/defer.ts'
import { alex, signedInSession } from '../../kit/session/people.ts'

// Answers arrive in milliseconds, but a busy machine may take longer.
type PendingRequest = { as: string; signal: AbortSignal | null | undefined; answer: () => void }

const aServer = () => {
  const requests: PendingRequest[] = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (!path.endsWith('/crm/org')) return new Promise(() => undefined)
    const reply = Promise.withResolvers<Response>()
    init.signal?.addEventListener('abort', () => reply.reject(init.signal?.reason))
    const as = new Headers(init.headers).get('authorization') ?? ''
    const answer = (): void =>
      reply.resolve(
        Response.json({ token: `crm ${as}`, expiresAt: new Date(Date.now() + 900_000) }),
      )
    requests.push({ as, signal: init.signal, answer })
    return reply.promise
  })
  return requests
}

const inOrganisation = (orgId: string): void =>
  session.update({
    identity: { ...alex, orgId, orgName: orgId },
    service: signedInSession({ token: async () => `of ${orgId}` }).current().service,
  })

const Screen = () => {
  const { orgId } = useIdentity()
  const { state } = useCrmConnection()
  return (
    <p>
      {orgId}: {state}
    </p>
  )
}

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(log, 'error').mockReturnValue(undefined)
})
afterEach(() => {
  cleanup()
  act(() =>
    session.update({ identity: createNotSignedIn('loading'), memberships: [], service: null }),
  )
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  firstScreen.shown = false
})

const page = (content: ReactNode) =>
  render(<Remembered deploymentId="build-1">{content}</Remembered>)

const asking = async () => {
  const requests = aServer()
  inOrganisation('org_1')
  page(<Screen />)
  await waitFor(() => expect(requests).toHaveLength(1))
  return requests
}

const connected = async () => {
  const requests = await asking()
  requests[0]?.answer()
  await waitFor(() => expect(document.body.textContent).toBe('org_1: authenticated'))
  return requests
}

describe('the CRM connection at an organisation switch', () => {
  it('requests a token for the new organisation, and drops the old token from the first frame', async () => {
    const requests = await connected()

    act(() => inOrganisation('org_2'))
    expect(document.body.textContent).toBe('org_2: loading')
    await waitFor(() => expect(requests).toHaveLength(2))
    expect(requests[1]?.as).toBe('Bearer of org_2')
    requests[1]?.answer()
    await waitFor(() => expect(document.body.textContent).toBe('org_2: authenticated'))
  })

  it('aborts the pending request of the old organisation, and logs no error', async () => {
    const requests = await asking()
    act(() => inOrganisation('org_2'))
    await waitFor(() => expect(requests).toHaveLength(2))
    expect(requests[0]?.signal?.aborted).toBe(true)
    requests[0]?.answer()
    expect(document.body.textContent).toBe('org_2: loading')
    expect(log.error).not.toHaveBeenCalled()
  })

  it('stores no token on the device', async () => {
    await connected()
    act(() => inOrganisation('org_2'))
    const stored = JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
    ])
    expect(stored).not.toContain('crm')
  })
})

describe('the CRM connection of the shell', () => {
  it('connects on any screen once the first screen is shown, and again for another organisation', async () => {
    const requests = aServer()
    inOrganisation('org_1')
    page(<Extras />)
    expect(requests).toEqual([])
    act(() => {
      firstScreen.shown = true
    })
    await waitFor(() => expect(requests.map(({ as }) => as)).toEqual(['Bearer of org_1']))
    act(() => inOrganisation('org_2'))
    await waitFor(() =>
      expect(requests.map(({ as }) => as)).toEqual(['Bearer of org_1', 'Bearer of org_2']),
    )
  })
})
