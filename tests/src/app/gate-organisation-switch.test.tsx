import { useQuery } from '@tanstack/react-query'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { Profiler, useEffect, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Remembered } from '../../../src/app/providers.tsx'
import { pageApi } from '../../../src/app/page-api.ts'
import { nobody } from '../../../src/session/identity.ts'
import { session, type Service } from '../../../src/session/session.ts'
import { useIdentity } from '../../../src/session/use-identity.ts'
import { contact } from '../../../src/lib/contact.ts'
import { customerMetadataQuery } from '../../../src/shared/queries.ts'
import { useApi } from '../../../src/lib/use-api.ts'
import { alex, signedInSession } from '../../kit/session/people.ts'

type Asked = {
  token: string
  path: string
  signal: AbortSignal | null | undefined
  answer: (canary: string) => void
}

/** A server whose answers the test gives; each of them carries a canary. */
const aServer = () => {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const reply = Promise.withResolvers<Response>()
    const token = new Headers(init.headers).get('authorization') ?? ''
    init.signal?.addEventListener('abort', () => reply.reject(init.signal?.reason))
    const answer = (canary: string): void =>
      reply.resolve(Response.json({ metadata: { defaultCountry: canary } }))
    asked.push({ token, path, signal: init.signal, answer })
    return reply.promise
  })
  return asked
}

const inOrganisation = (orgId: string, service: Partial<Service> = {}): void =>
  session.update({
    identity: { ...alex, orgId, orgName: orgId },
    service: signedInSession({ token: async () => `of ${orgId}`, ...service }).current().service,
  })

/** A screen of an organisation: one answer through the query client, one asked for by hand and kept in the screen. */
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

/** Everything that was ever on the page, with the organisation that was active then. */
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
  contact.reached = true
})
afterEach(() => {
  cleanup()
  act(() => session.update({ identity: nobody('loading'), memberships: [], service: null }))
  vi.unstubAllGlobals()
})

describe('switching the organisation', () => {
  it('shows nothing of the other organisation from the first frame on, and drops its late replies', async () => {
    const asked = aServer()
    inOrganisation('org_1')
    const { frames, frame } = recorded()
    await waitFor(() => expect(asked).toHaveLength(2))
    asked[0]?.answer('canary-1')
    await waitFor(() => expect(document.body.textContent).toContain('canary-1'))

    act(() => inOrganisation('org_2'))
    frame()
    expect(document.body.textContent).toBe('in org_2: loading loading')
    expect(asked[1]?.signal?.aborted).toBe(true)
    asked[1]?.answer('canary-1')
    await waitFor(() => expect(asked).toHaveLength(4))
    expect(asked.slice(2).map((one) => one.token)).toEqual(['Bearer of org_2', 'Bearer of org_2'])
    for (const one of asked.slice(2)) one.answer('canary-2')
    await waitFor(() => expect(document.body.textContent).toBe('in org_2: canary-2 canary-2'))

    const after = frames.filter((one) => one.orgId === 'org_2')
    expect(after.length).toBeGreaterThan(2)
    expect(after.filter((one) => one.text.includes('canary-1'))).toEqual([])
  })

  it('brings nothing back from the other organisation when one returns to the first: it is asked anew', async () => {
    const asked = aServer()
    inOrganisation('org_1')
    recorded()
    await waitFor(() => expect(asked).toHaveLength(2))
    act(() => inOrganisation('org_2'))
    await waitFor(() => expect(asked).toHaveLength(4))
    act(() => inOrganisation('org_1'))
    await waitFor(() => expect(asked).toHaveLength(6))
    expect(asked.at(-1)?.token).toBe('Bearer of org_1')
  })

  it('says nothing of the server: an aborted call is no lost connection', async () => {
    const asked = aServer()
    inOrganisation('org_1')
    recorded()
    await waitFor(() => expect(asked).toHaveLength(2))
    act(() => inOrganisation('org_2'))
    await waitFor(() => expect(asked).toHaveLength(4))
    expect(contact.reached).toBe(true)
  })
})

describe('a call of one organisation', () => {
  const who = { userId: 'user_1', orgId: 'org_1' }

  it('never leaves with the token of another, although it waited for one', async () => {
    const asked = aServer()
    const token = Promise.withResolvers<string>()
    inOrganisation('org_1', { token: () => token.promise })
    const api = pageApi('build-1', { who })
    const saved = api.updateCountry({ orgId: 'org_1', data: { defaultCountry: 'NZ' } })
    inOrganisation('org_2')
    token.resolve('of org_2')
    await expect(saved).rejects.toMatchObject({ name: 'AbortError' })
    expect(asked).toEqual([])
  })

  it('is not begun any more once another is active', async () => {
    const asked = aServer()
    inOrganisation('org_1')
    const api = pageApi('build-1', { who })
    inOrganisation('org_2')
    await expect(api.customerInfo({})).rejects.toMatchObject({ name: 'AbortError' })
    inOrganisation('org_1')
    await expect(api.customerInfo({})).rejects.toMatchObject({ name: 'AbortError' })
    expect(asked).toEqual([])
  })

  it('is refused: Clerk is asked who is here and where they belong, at most every ten seconds', async () => {
    vi.stubGlobal('fetch', async () => Response.json({}, { status: 403 }))
    const check = vi.fn<Service['check']>(async () => undefined)
    inOrganisation('org_1', { check })
    const api = pageApi('build-1', { who })
    await expect(api.customerInfo({})).rejects.toMatchObject({ status: 403 })
    await expect(api.customerInfo({})).rejects.toMatchObject({ status: 403 })
    expect(check).toHaveBeenCalledOnce()
  })
})
