import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  isNetwork,
  trustsLoopback,
  trustsNetworks,
  type TrustsProxy,
} from '../../../../server/platform/http/caller-address.ts'
import { openLog } from '../../../../server/platform/process/log.ts'
import { startTestApp, type TestApp } from '../../../kit/app.ts'
import { memberOf } from '../../../kit/saved-work.ts'
import { everyLimit } from '../../../kit/limits.ts'

describe('the address of a caller', () => {
  let test: TestApp
  let trusts: TrustsProxy = trustsLoopback
  beforeAll(async () => {
    test = await startTestApp({
      companies: 0,
      parts: {
        trustsProxy: (address, hop) => trusts(address, hop),
        limits: { ...everyLimit(100), open: 5 },
        more: (app) => void app.get('/address', ({ ip }) => ({ ip })),
      },
    })
  }, 120_000)
  beforeEach(() => {
    trusts = trustsLoopback
  })
  afterAll(() => test.close())

  const addressFor = async (
    forwarded: string | undefined,
    remoteAddress = '127.0.0.1',
  ): Promise<unknown> => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    return (await test.app.inject({ url: '/address', remoteAddress, headers })).json().ip
  }

  it.each([
    ['the address that the proxy adds', '203.0.113.7', '203.0.113.7'],
    [
      'the last address, whatever its caller forged before',
      '198.51.100.1, 203.0.113.7',
      '203.0.113.7',
    ],
    ['the last address, although it is a loopback one', '203.0.113.7, 127.0.0.1', '127.0.0.1'],
    ['an IPv6 address', '2001:db8::7', '2001:db8::7'],
    ['the proxy where the header holds markup', '<script>alert(1)</script>', '127.0.0.1'],
    ['the proxy where the header holds a long text', 'a'.repeat(7_000), '127.0.0.1'],
    [
      'the proxy where the header holds a zone of any length',
      `fe80::1%${'a'.repeat(900)}`,
      '127.0.0.1',
    ],
    ['the proxy where a port is added', '203.0.113.7:443', '127.0.0.1'],
    ['the proxy where the header is empty', '', '127.0.0.1'],
    ['the address right of what is none', 'x, 203.0.113.7', '203.0.113.7'],
  ])('behind one proxy on this machine is %s', async (_, forwarded, expected) => {
    expect(await addressFor(forwarded)).toBe(expected)
  })

  it('is the connection’s peer if that is neither a proxy nor this machine', async () => {
    expect(await addressFor('203.0.113.7', '198.51.100.9')).toBe('198.51.100.9')
  })

  it('is an address in the audit log, even with a forged header', async () => {
    const alex = memberOf(test, {})
    const forged = '<script>alert(1)</script>'
    const created = await test.ask(
      'POST',
      '/lists',
      { name: 'shared', category: 'company', shared: true },
      { headers: { 'x-forwarded-for': forged, 'idempotency-key': crypto.randomUUID() } },
    )
    expect(created.status).toBeLessThan(300)
    const { body } = await alex.read('/audit')
    expect(body.entries.map(({ ip }: { ip: string }) => ip)).toEqual(['127.0.0.1'])
  })

  it('is one rate limit key for a caller who forges different headers', async () => {
    const statuses = []
    for (let call = 0; call < 7; call += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${call}, 203.0.113.7` }
      statuses.push((await test.app.inject({ url: '/api/configs', headers })).statusCode)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })

  it('is the connection’s peer if no proxy is trusted', async () => {
    trusts = trustsNetworks([])
    expect(await addressFor('203.0.113.7')).toBe('127.0.0.1')
  })

  it('is the first non-proxy if networks of proxies are set', async () => {
    trusts = trustsNetworks(['10.0.0.0/8', '2001:db8::/32'])
    expect(await addressFor('198.51.100.1, 203.0.113.7, 10.1.2.3', '10.0.0.1')).toBe('203.0.113.7')
    expect(await addressFor('203.0.113.7', '2001:db8::1')).toBe('203.0.113.7')
    expect(await addressFor('203.0.113.7', '::ffff:10.0.0.1')).toBe('203.0.113.7')
    expect(await addressFor('203.0.113.7', '127.0.0.1')).toBe('127.0.0.1')
  })
})

it('is logged as a warning, once and without values, if an unknown proxy sends X-Forwarded-For', async () => {
  const lines: { level: number; peer?: string }[] = []
  const write = (line: string): void => void lines.push(JSON.parse(line))
  const test = await startTestApp({
    companies: 0,
    parts: { log: openLog('warn', { write }), trustsProxy: trustsNetworks(['10.0.0.1']) },
  })
  const send = (remoteAddress: string, forwarded?: string) =>
    test.app.inject({
      url: '/health',
      remoteAddress,
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    })
  try {
    await send('10.0.0.1', '203.0.113.7')
    await send('10.0.0.2')
    await send('10.0.0.2', 'no address')
    expect(lines).toEqual([])
    await send('10.0.0.2', '203.0.113.7')
    await send('10.0.0.3', '203.0.113.8')
    expect(lines).toMatchObject([
      { level: 40, peer: '10.0.0.2', msg: expect.stringContaining('TRUSTED_PROXIES') },
    ])
    expect(JSON.stringify(lines)).not.toContain('203.0.113')
  } finally {
    await test.close()
  }
})

it.each([
  ['10.0.0.1', true],
  ['10.0.0.0/8', true],
  ['::1', true],
  ['2001:db8::/32', true],
  ['10.0.0.0/33', false],
  ['2001:db8::/129', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0.0/', false],
  ['proxy.example', false],
  ['', false],
])('accepts %j as a network of proxies: %s', (text, expected) => {
  expect(isNetwork(text)).toBe(expected)
})
