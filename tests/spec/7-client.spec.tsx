import { describe, expect, it, vi } from 'vitest'
import { api as endpoints } from '../../contract/api.ts'
import { createApi } from '../../src/lib/api.ts'
import { customerFeaturesQuery, platformFeaturesQuery } from '../../src/shared/queries.ts'
import { crmTokenQuery } from '../../src/shared/crm/connection.ts'
import { fakeApi } from '../kit/screens/screen.tsx'

describe('7. Calls made: the client', () => {
  it('All calls go to the internal API unless stated', async () => {
    const addresses: string[] = []
    const api = createApi({
      fetch: vi.fn<typeof fetch>(async (input) => {
        addresses.push(input instanceof Request ? input.url : String(input))
        return new Response('{}')
      }),
      getToken: async () => 'token',
      isSignedIn: () => true,
      deploymentId: 'build-7',
    })
    const names = Object.keys(endpoints) as (keyof typeof endpoints)[]
    for (const name of names) await (api[name] as (input: object) => Promise<unknown>)({})
    expect(addresses).toHaveLength(names.length)
    expect(addresses.filter((address) => !address.startsWith('/api/'))).toEqual([])
  })

  it('Every request once signed in carries a bearer token and a deployment-id header', async () => {
    const sent: Headers[] = []
    const api = createApi({
      fetch: vi.fn<typeof fetch>(async (_, init) => {
        sent.push(new Headers(init?.headers))
        return new Response('{}')
      }),
      getToken: async () => 'token',
      isSignedIn: () => true,
      deploymentId: 'build-7',
    })
    const names = Object.keys(endpoints) as (keyof typeof endpoints)[]
    // The addresses do not matter: every call has the same headers.
    for (const name of names) await (api[name] as (input: object) => Promise<unknown>)({})
    expect(sent).toHaveLength(names.length)
    for (const headers of sent)
      expect([headers.get('authorization'), headers.get('deployment-id')]).toEqual([
        'Bearer token',
        'build-7',
      ])
  })

  it('Feature and token queries never go stale and are not retried', () => {
    const api = fakeApi({})
    for (const query of [
      platformFeaturesQuery(api),
      customerFeaturesQuery(api),
      crmTokenQuery(api, 'org_1'),
    ])
      expect([query.staleTime, query.retry]).toEqual([Number.POSITIVE_INFINITY, false])
  })
})
