import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trustsLoopback } from '../../../../server/platform/http/caller-address.ts'
import { openLog } from '../../../../server/platform/process/log.ts'
import { startTestApp, type TestApp } from '../../../kit/app.ts'

describe('a request whose connection closes before the answer', () => {
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
          // Node detaches the socket from a finished request.
          app.addHook('preHandler', async ({ raw }) => void Reflect.set(raw, 'socket', null))
        },
      },
    })
  }, 120_000)
  afterAll(() => test.close())

  it('is logged with its address', async () => {
    const { statusCode } = await test.app.inject({ url: '/gone', remoteAddress: '203.0.113.7' })
    expect(statusCode).toBe(200)
    await expect.poll(() => lines).toContain('"route":"/gone","address":"203.0.113.7"')
  })

  it('is processed behind a proxy, where Fastify can no longer compute its address', async () => {
    expect((await test.ask('GET', '/lists')).status).toBe(200)
  })
})

describe('an interrupted request body for Clerk', () => {
  it.each([
    ['of a declared length', 'content-length: 1000', '{"half":'],
    ['in chunks', 'transfer-encoding: chunked', '8\r\n{"half":\r\n'],
  ])('is not logged as a server error: %s', async (_, header, half) => {
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
      await expect.poll(() => lines.map(({ msg }) => msg)).toContain('the caller disconnected')
      expect(lines.filter(({ level }) => level >= 50)).toEqual([])
    } finally {
      await test.close()
      await upstream.close()
    }
  })
})
