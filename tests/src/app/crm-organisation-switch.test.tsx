import { act, cleanup, configure, render, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Extras } from '../../../src/app/extras.tsx'
import { Remembered } from '../../../src/app/providers.tsx'
import { useCrmConnection } from '../../../src/screens/crm/connection.ts'
import { nobody } from '../../../src/session/identity.ts'
import { session } from '../../../src/session/session.ts'
import { useIdentity } from '../../../src/session/use-identity.ts'
import { log } from '../../../src/lib/log.ts'
import { start } from '../../../src/lib/start.ts'
import { alex, signedInSession } from '../../kit/session/people.ts'

// What is waited for arrives in milliseconds; a busy machine may take longer.
configure({ asyncUtilTimeout: 10_000 })

type Asked = { as: string; signal: AbortSignal | null | undefined; answer: () => void }

/** A server whose answers the test gives. */
const aServer = () => {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (!path.endsWith('/crm/org')) return new Promise(() => undefined)
    const reply = Promise.withResolvers<Response>()
    init.signal?.addEventListener('abort', () => reply.reject(init.signal?.reason))
    const as = new Headers(init.headers).get('authorization') ?? ''
    const answer = (): void =>
      reply.resolve(
        Response.json({ token: `crm ${as}`, expiresAt: new Date(Date.now() + 900_000) }),
      )
    asked.push({ as, signal: init.signal, answer })
    return reply.promise
  })
  return asked
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
  act(() => session.update({ identity: nobody('loading'), memberships: [], service: null }))
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  start.done = false
})

const page = (content: ReactNode) =>
  render(<Remembered deploymentId="build-1">{content}</Remembered>)

/** A page of the first organisation that has asked for its token. */
const asking = async () => {
  const asked = aServer()
  inOrganisation('org_1')
  page(<Screen />)
  await waitFor(() => expect(asked).toHaveLength(1))
  return asked
}

/** The same, and it was given one. */
const connected = async () => {
  const asked = await asking()
  asked[0]?.answer()
  await waitFor(() => expect(document.body.textContent).toBe('org_1: authenticated'))
  return asked
}

describe('switching the organisation', () => {
  it('asks for a token of the new one, and the old one is gone from its first frame on', async () => {
    const asked = await connected()

    act(() => inOrganisation('org_2'))
    expect(document.body.textContent).toBe('org_2: loading')
    await waitFor(() => expect(asked).toHaveLength(2))
    expect(asked[1]?.as).toBe('Bearer of org_2')
    asked[1]?.answer()
    await waitFor(() => expect(document.body.textContent).toBe('org_2: authenticated'))
  })

  it('calls off what was asked for the old one: its late token is nobody’s, and that is no failure', async () => {
    const asked = await asking()
    act(() => inOrganisation('org_2'))
    await waitFor(() => expect(asked).toHaveLength(2))
    expect(asked[0]?.signal?.aborted).toBe(true)
    asked[0]?.answer()
    expect(document.body.textContent).toBe('org_2: loading')
    expect(log.error).not.toHaveBeenCalled()
  })

  it('keeps no token on the device', async () => {
    await connected()
    act(() => inOrganisation('org_2'))
    const kept = JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
    ])
    expect(kept).not.toContain('crm')
  })
})

describe('the shell', () => {
  it('connects whichever screen is open, once the first one stands, and again for another organisation', async () => {
    const asked = aServer()
    inOrganisation('org_1')
    page(<Extras />)
    expect(asked).toEqual([])
    act(() => {
      start.done = true
    })
    await waitFor(() => expect(asked.map(({ as }) => as)).toEqual(['Bearer of org_1']))
    act(() => inOrganisation('org_2'))
    await waitFor(() =>
      expect(asked.map(({ as }) => as)).toEqual(['Bearer of org_1', 'Bearer of org_2']),
    )
  })
})
