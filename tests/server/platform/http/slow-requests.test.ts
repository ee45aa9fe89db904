import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../kit/app.ts'

const answerTo = async (port: number, request: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  await once(socket, 'connect')
  socket.write(request)
  await closed(socket)
  return answer
}

const closed = (socket: Socket): Promise<unknown> =>
  socket.closed ? Promise.resolve() : once(socket, 'close')

const listen = async (test: TestApp): Promise<number> => {
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const address = test.app.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const head = (first: string, ...headers: string[]): string =>
  [first, 'host: localhost', ...headers, '', ''].join('\r\n')

describe('slow and overlong requests', () => {
  let test: TestApp
  let port = 0
  beforeAll(async () => {
    test = await startTestApp({
      companies: 0,
      parts: { timeLimits: { headers: 2_000, body: 400, part: 120_000 } },
    })
    port = await listen(test)
  })
  afterAll(() => test.close())

  const json = 'content-type: application/json'
  it('get 408 if the body stays incomplete', async () => {
    const request = head('POST /api/records HTTP/1.1', json, 'content-length: 100000')
    // Answered before its body is read, and still closed.
    expect(await answerTo(port, `${request}{`)).toMatch(/^HTTP\/1\.1 401 /)
    const open = head('POST /api/feedback HTTP/1.1', json, 'transfer-encoding: chunked')
    const token = `authorization: Bearer ${await test.token()}\r\n`
    const signedIn = open.replace('host:', `${token}host:`)
    expect(await answerTo(port, `${signedIn}1\r\n{\r\n`)).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('are closed if the headers stay incomplete', async () => {
    const answer = await answerTo(port, 'GET /health HTTP/1.1\r\nhost: local')
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('have more time for a part of an upload than for other bodies', async () => {
    const token = await test.token()
    const part = head(
      `PUT /api/exchange/uploads/${crypto.randomUUID()}/parts/0 HTTP/1.1`,
      `authorization: Bearer ${token}`,
      'content-type: application/octet-stream',
      'content-length: 2',
    )
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    await once(socket, 'connect')
    socket.write(`${part}a`)
    // An incomplete body of another route is closed meanwhile.
    await answerTo(
      port,
      `${head('POST /api/feedback HTTP/1.1', json, `authorization: Bearer ${token}`, 'content-length: 9')}{`,
    )
    expect(socket.closed).toBe(false)
    socket.write('b')
    await once(socket, 'data')
    expect(answer).toMatch(/^HTTP\/1\.1 404 /)
    socket.destroy()
  })

  it('get 431 if the headers exceed 8 KB', async () => {
    const long = head('GET /health HTTP/1.1', `accept-encoding: a${' '.repeat(9_000)}b`)
    expect(await answerTo(port, long)).toMatch(/^HTTP\/1\.1 431 /)
  })

  it('are closed if more than eight on one connection wait for answers', async () => {
    const answer = await answerTo(port, head('GET /health HTTP/1.1').repeat(9))
    expect(answer.match(/HTTP\/1\.1 200 /g)?.length ?? 0).toBeLessThan(9)
  })

  it('are answered in order if eight on one connection arrive together', async () => {
    const seven = head('GET /health HTTP/1.1').repeat(7)
    const answer = await answerTo(port, seven + head('GET /health HTTP/1.1', 'connection: close'))
    expect(answer.match(/HTTP\/1\.1 200 /g)).toHaveLength(8)
  })

  it('do not affect complete ones', async () => {
    const whole = head('GET /health HTTP/1.1', 'connection: close')
    expect(await answerTo(port, whole)).toMatch(/^HTTP\/1\.1 200 /)
  })
})

it('are closed if no byte moves because the caller does not read the answer', async () => {
  const test = await startTestApp({
    companies: 0,
    parts: {
      timeLimits: { headers: 300, body: 400, part: 400 },
      // More than a connection's buffers hold.
      more: (app) => {
        app.get('/large', () => Buffer.alloc(64_000_000))
      },
    },
  })
  const socket = connect(await listen(test), '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  const arrived = once(test.app.server, 'request')
  socket.pause().write(head('GET /large HTTP/1.1'))
  // What Node passes to its listeners of a request.
  const [{ socket: accepted }] = (await arrived) as [{ socket: Socket }]
  await closed(accepted)
  expect(accepted.destroyed).toBe(true)
  socket.destroy()
  await test.close()
})
