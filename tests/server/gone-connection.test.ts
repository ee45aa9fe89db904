import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLog } from '../../server/platform/log.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

describe('a request whose connection is gone before it is logged', () => {
  let test: TestApp
  let lines = ''
  beforeAll(async () => {
    const sink = new PassThrough()
    sink.on('data', (chunk: Buffer) => (lines += chunk.toString()))
    test = await startTestApp({
      companies: 0,
      parts: {
        log: openLog('info', sink),
        more: (app) =>
          void app.get('/gone', (request, reply) => {
            // Node takes the socket from a request that it has done with.
            Reflect.set(request.raw, 'socket', null)
            return reply.send('late')
          }),
      },
    })
  }, 120_000)
  afterAll(() => test.close())

  it('is answered, and logged with the address it came from', async () => {
    const { statusCode } = await test.app.inject({ url: '/gone', remoteAddress: '203.0.113.7' })
    expect(statusCode).toBe(200)
    await expect.poll(() => lines).toContain('"route":"/gone","address":"203.0.113.7"')
  })
})
