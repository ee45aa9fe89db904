import { useQuery } from '@tanstack/react-query'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { Profiler, useEffect, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Remembered } from '../../../src/app/providers.tsx'
import { pageApi } from '../../../src/app/page-api.ts'
import { createNotSignedIn } from '../../../src/session/identity.ts'
import { session, type Service } from '../../../src/session/session.ts'
import { useIdentity } from '../../../src/session/use-identity.ts'
import { connectivity } from '../../../src/lib/connectivity.ts'
import { customerMetadataQuery } from '../../../src/shared/queries.ts'
import { useApi } from '../../../src/lib/use-api.ts'
import { alex, signedInSession } from '../../kit/session/people.ts'

type PendingRequest = {
  token: string
  path: string
  signal: AbortSignal | null | undefined
  answer: (canary: string) => void
}

const aServer = () => {
  const requests: PendingRequest[] = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const reply = Promise.withResolvers<Response>()
    const token = new Headers(init.headers).get('authorization') ?? ''
    init.signal?.addEventListener('abort', () => reply.reject(init.signal?.reason))
    const answer = (canary: string): void =>
      reply.resolve(Response.json({ metadata: { defaultCountry: canary } }))
    requests.push({ token, path, signal: init.signal, answer })
    return reply.promise
  })
  return requests
}

const inOrganisation = (orgId: string, service: Partial<Service> = {}): void =>
  session.update({
    identity: { ...alex, orgId, orgName: orgId },
    service: signedInSession({ token: async () => `of ${orgId}`, ...service }).current().service,
  })

const OrgScreen = () => {
  const api = useApi()
  const { orgId } = useIdentity()
  const { data } = useQuery(customerMetadataQuery(api))
  const [own, setOwn] = useState<string | null>(null)
  useEffect(() => {
    const ask = async (): Promise<void> => {
      const { metadata } = await api.customerMetadata({})
      setOwn(metadata.defaultCountry)
    }
    ask().catch(() => undefined)
  }, [api])
  return (
    <p>
      in {orgId}: {data?.defaultCountry ?? 'loading'} {own ?? 'loading'}
    </p>
  )
}

const recorded = () => {
  const frames: { orgId: string | null; text: string }[] = []
  const frame = (): void => {
    frames.push({ orgId: session.current().identity.orgId, text: document.body.textContent })
  }
  render(
    <Profiler id="page" onRender={frame}>
      <Remembered deploymentId="build-1">
        <OrgScreen />
      </Remembered>
    </Profiler>,
  )
  const observer = new MutationObserver(frame)
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  return { frames, frame }
}

beforeEach(() => {
  localStorage.clear()
  connectivity.online = true
})
afterEach(() => {
  cleanup()
  act(() =>
    session.update({ identity: createNotSignedIn('loading'), memberships: [], service: null }),
  )
  vi.unstubAllGlobals()
})

describe('an organisation switch', () => {
  it('shows no data of the old organisation from the first frame, and drops its late answers', async () => {
    const requests = aServer()
    inOrganisation('org_1')
    const { frames, frame } = recorded()
    await waitFor(() => expect(requests).toHaveLength(2))
    requests[0]?.answer('canary-1')
    await waitFor(() => expect(document.body.textContent).toContain('canary-1'))

    act(() => inOrganisation('org_2'))
    frame()
    expect(document.body.textContent).toBe('in org_2: loading loading')
    expect(requests[1]?.signal?.aborted).toBe(true)
    requests[1]?.answer('canary-1')
    await waitFor(() => expect(requests).toHaveLength(4))
    expect(requests.slice(2).map((request) => request.token)).toEqual([
      'Bearer of org_2',
      'Bearer of org_2',
    ])
    for (const request of requests.slice(2)) request.answer('canary-2')
    await waitFor(() => expect(document.body.textContent).toBe('in org_2: canary-2 canary-2'))

    const after = frames.filter((shown) => shown.orgId === 'org_2')
    expect(after.length).toBeGreaterThan(2)
    expect(after.filter((shown) => shown.text.includes('canary-1'))).toEqual([])
  })

  it('refetches everything when the user returns to the first organisation', async () => {
    const requests = aServer()
    inOrganisation('org_1')
    recorded()
    await waitFor(() => expect(requests).toHaveLength(2))
    act(() => inOrganisation('org_2'))
    await waitFor(() => expect(requests).toHaveLength(4))
    act(() => inOrganisation('org_1'))
    await waitFor(() => expect(requests).toHaveLength(6))
    expect(requests.at(-1)?.token).toBe('Bearer of org_1')
  })

  it('does not count an aborted request as a lost connection', async () => {
    const requests = aServer()
    inOrganisation('org_1')
    recorded()
    await waitFor(() => expect(requests).toHaveLength(2))
    act(() => inOrganisation('org_2'))
    await waitFor(() => expect(requests).toHaveLength(4))
    expect(connectivity.online).toBe(true)
  })
})

describe('a request of an organisation', () => {
  const caller = { userId: 'user_1', orgId: 'org_1' }

  it('is never sent with the token of another organisation, although it waited for a token', async () => {
    const requests = aServer()
    const token = Promise.withResolvers<string>()
    inOrganisation('org_1', { token: () => token.promise })
    const api = pageApi('build-1', { caller })
    const saved = api.updateCountry({ orgId: 'org_1', data: { defaultCountry: 'NZ' } })
    inOrganisation('org_2')
    token.resolve('of org_2')
    await expect(saved).rejects.toMatchObject({ name: 'AbortError' })
    expect(requests).toEqual([])
  })

  it('is not sent after another organisation became active', async () => {
    const requests = aServer()
    inOrganisation('org_1')
    const api = pageApi('build-1', { caller })
    inOrganisation('org_2')
    await expect(api.customerInfo({})).rejects.toMatchObject({ name: 'AbortError' })
    inOrganisation('org_1')
    await expect(api.customerInfo({})).rejects.toMatchObject({ name: 'AbortError' })
    expect(requests).toEqual([])
  })

  it('revalidates the session after a 403, at most every ten seconds', async () => {
    vi.stubGlobal('fetch', async () => Response.json({}, { status: 403 }))
    const check = vi.fn<Service['revalidate']>(async () => undefined)
    inOrganisation('org_1', { revalidate: check })
    const api = pageApi('build-1', { caller })
    await expect(api.customerInfo({})).rejects.toMatchObject({ status: 403 })
    await expect(api.customerInfo({})).rejects.toMatchObject({ status: 403 })
    expect(check).toHaveBeenCalledOnce()
  })
})
