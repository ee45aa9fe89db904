import { once } from 'node:events'
import { createServer } from 'node:http'
import { isIP, type AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Forbidden, SignInRefused, Unavailable } from '../../../server/connectors/errors.ts'
import { guardedHttp } from '../../../server/connectors/guarded-http.ts'
import type { Http } from '../../../server/connectors/http.ts'
import { connectorKinds } from '../../../server/connectors/registry.ts'
import type { Resolve } from '../../../server/platform/vendors/guarded-post.ts'
import { chance } from '../../kit/chance.ts'
import { watchConnects } from '../../kit/connects.ts'
import { privateAddress, privateEndpoint } from '../../kit/private-endpoints.ts'
import { reportPromise } from '../../kit/reliability.ts'

const seed = Number(process.env['ADDRESSES_SEED'] ?? 20261127)
const goal = 500
const report = (check: string): void =>
  reportPromise({ promise: 'I21', check, volume: goal, goal, seed, figures: { connects: 0 } })

it('every CRM of the registry has initials of its own', () => {
  const initials = connectorKinds.map((kind) => kind.initials)
  expect(new Set(initials).size).toBe(connectorKinds.length)
  expect(initials.filter((letters) => !/^[A-Z][A-Z0-9]$/.test(letters))).toEqual([])
})

const names = { addresses: ['127.0.0.1'], lookups: 0 }
const resolve: Resolve = () => {
  names.lookups += 1
  return Promise.resolve(names.addresses.map((address) => ({ address, family: isIP(address) })))
}
const settings = { clientId: 'id', clientSecret: 'secret' }
const httpOf = (hosts: readonly string[], ownOrigins: readonly string[] = []): Http =>
  guardedHttp({ resolve, hosts, ownOrigins })

describe(`calls to a CRM (seed ${seed}: ADDRESSES_SEED=${seed} repeats them)`, () => {
  const elsewhere = createServer((_, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:1/x' }).end('moved')
  })
  let origin = ''
  let connects: ReturnType<typeof watchConnects>
  beforeAll(async () => {
    elsewhere.listen(0, '127.0.0.1')
    await once(elsewhere, 'listening')
    origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}` // a TCP server has one
  })
  afterAll(() => {
    elsewhere.closeAllConnections()
    elsewhere.close()
  })
  beforeEach(() => {
    connects = watchConnects()
    names.addresses = ['127.0.0.1']
    names.lookups = 0
  })
  afterEach(() => connects.stop())

  it.each(connectorKinds.map((kind) => [kind.label, kind] as const))(
    'reach no private address that an answer of %s names, without a lookup',
    async (_, kind) => {
      const random = chance(seed)
      const http = httpOf(kind.open(settings).hosts(null))
      for (let n = 0; n < goal / connectorKinds.length; n += 1) {
        const url = privateEndpoint(random)
        if (!URL.canParse(url)) continue
        const outcome = await http({ method: 'GET', url }).catch((error: unknown) => error)
        expect([url, outcome]).toEqual([url, expect.any(Forbidden)])
      }
      expect(names.lookups).toBe(0)
      expect(connects.tried()).toEqual([])
    },
  )

  it('reach no private address that the name of a CRM resolves to', async () => {
    const random = chance(seed + 1)
    const http = httpOf(['*.my.salesforce.com'])
    for (let n = 0; n < goal; n += 1) {
      names.addresses = Array.from({ length: 1 + random.whole(3) }, () => privateAddress(random))
      const called = http({ method: 'POST', url: 'https://acme.my.salesforce.com/x' })
      const refused = called.catch((error: unknown) => error)
      const outcome = await Promise.race([refused, connects.first])
      expect([names.addresses, outcome]).toEqual([names.addresses, expect.any(Unavailable)])
    }
    expect(names.lookups).toBe(goal)
    expect(connects.tried()).toEqual([])
    report('names of CRMs that mean private addresses')
  })

  it('stay at the hosts of the CRM, whatever an admin types as its address', () => {
    const random = chance(seed + 2)
    const request = { state: 'a', challenge: 'b', redirect: 'https://fieldbook.example/' }
    for (const kind of connectorKinds) {
      const { oauth } = kind.open(settings)
      if (oauth.hint === null) continue
      for (let n = 0; n < goal; n += 1) {
        const hint = privateEndpoint(random)
        expect([hint, hostFor(() => oauth.authorize({ ...request, hint }))]).toEqual([
          hint,
          expect.stringMatching(/^(?:refused|(?:login|[a-z0-9.-]+\.my)\.salesforce\.com)$/),
        ])
      }
    }
    report('private addresses in every notation, typed as the address of a CRM')
  })

  it('reach the origin that the operator set, and follow no redirect from it', async () => {
    const http = httpOf([], [origin])
    expect(await http({ method: 'GET', url: `${origin}/x` })).toMatchObject({ status: 302 })
    const other = origin.replace('127.0.0.1', 'localhost')
    await expect(http({ method: 'GET', url: `${other}/x` })).rejects.toThrow(Forbidden)
    expect(connects.tried()).toEqual([`127.0.0.1 ${new URL(origin).port}`])
  })
})

const hostFor = (authorize: () => URL): string => {
  try {
    return authorize().hostname
  } catch (error) {
    if (error instanceof SignInRefused) return 'refused'
    throw error
  }
}
