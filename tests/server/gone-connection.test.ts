import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trustsLoopback } from '../../server/platform/caller-address.ts'
import { openLog } from '../../server/platform/log.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

describe('a request whose connection is gone before it is answered', () => {
  let test: TestApp
  let lines = ''
  beforeAll(async () => {
    const sink = new PassThrough()
    sink.on('data', (chunk: Buffer) => (lines += chunk.toString()))
    test = await startTestApp({
      companies: 0,
      parts: {
        log: openLog('info', sink),
        trustsProxy: trustsLoopback,
        more: (app) => {
          app.get('/gone', (_, reply) => reply.send('late'))
          // Node takes the socket from a request that it has done with.
          app.addHook('preHandler', async ({ raw }) => void Reflect.set(raw, 'socket', null))
        },
      },
    })
  }, 120_000)
  afterAll(() => test.close())

  it('is logged with the address it came from', async () => {
    const { statusCode } = await test.app.inject({ url: '/gone', remoteAddress: '203.0.113.7' })
    expect(statusCode).toBe(200)
    await expect.poll(() => lines).toContain('"route":"/gone","address":"203.0.113.7"')
  })

  it('is carried out behind a proxy, where Fastify can no longer compute its address', async () => {
    expect((await test.ask('GET', '/lists')).status).toBe(200)
  })
})
