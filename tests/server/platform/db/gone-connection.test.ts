import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trustsLoopback } from '../../../../server/platform/http/caller-address.ts'
import { openLog } from '../../../../server/platform/process/log.ts'
import { startTestApp, type TestApp } from '../../../kit/app.ts'

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

describe('a body for Clerk that its sender breaks off', () => {
  it.each([
    ['of a length that was told', 'content-length: 1000', '{"half":'],
    ['in chunks', 'transfer-encoding: chunked', '8\r\n{"half":\r\n'],
  ])('is no error of the server in its log: %s', async (_, header, half) => {
    const lines: { level: number; msg: string }[] = []
    const write = (line: string): void => void lines.push(JSON.parse(line))
    const upstream = fastify()
    const reached = new Promise<void>((resolve) => {
      upstream.addHook('onRequest', async () => resolve())
    })
    upstream.post('/v1/client', () => ({}))
    const target = await upstream.listen({ port: 0, host: '127.0.0.1' })
    const test = await startTestApp({
      companies: 0,
      parts: { log: openLog('info', { write }), clerkProxy: { target, secretKey: 'sk_test_x' } },
    })
    try {
      const { port } = new URL(await test.app.listen({ port: 0, host: '127.0.0.1' }))
      const sender = connect(Number(port), '127.0.0.1')
      const type = 'content-type: application/json'
      sender.write(`POST /__clerk/v1/client HTTP/1.1\r\nhost: x\r\n${type}\r\n${header}\r\n\r\n`)
      sender.write(half)
      await reached
      sender.destroy()
      await expect.poll(() => lines.map(({ msg }) => msg)).toContain('the caller went away')
      expect(lines.filter(({ level }) => level >= 50)).toEqual([])
    } finally {
      await test.close()
      await upstream.close()
    }
  })
})
