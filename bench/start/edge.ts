import { once } from 'node:events'
import { request as ask } from 'node:http'
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2'
import { certificate } from './certificate.ts'

export type Fate = (path: string, isPage: boolean) => 'answer' | 'break'

export type Edge = {
  port: number
  decide: (fate: Fate) => void
  close: () => Promise<void>
}

/** HTTPS with HTTP/2, as in production. */
export async function openEdge(target: number): Promise<Edge> {
  let fate: Fate = () => 'answer'
  const server = createSecureServer({ ...certificate(), allowHTTP1: true }, (request, response) => {
    const isPage = request.headers['sec-fetch-mode'] === 'navigate'
    if (fate(request.url, isPage) === 'break') return void response.stream.destroy()
    pass(request, response, target)
  })
  server.on('sessionError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: portOf(server),
    decide: (next) => void (fate = next),
    close: () => new Promise((done) => void server.close(() => done())),
  }
}

function pass(request: Http2ServerRequest, response: Http2ServerResponse, target: number): void {
  const host = request.headers[':authority'] ?? request.headers.host ?? ''
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !name.startsWith(':')),
  )
  const onward = ask({
    host: '127.0.0.1',
    port: target,
    method: request.method,
    path: request.url,
    headers: { ...headers, host, 'x-forwarded-proto': 'https' },
  })
  onward.on('response', (answer) => {
    const forwarded = Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.has(name))
    if (response.stream.destroyed) return void answer.destroy()
    response.writeHead(answer.statusCode ?? 502, Object.fromEntries(forwarded))
    answer.pipe(response)
  })
  onward.on('error', () => void (response.stream.destroyed || response.stream.destroy()))
  request.pipe(onward)
}

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade'])

function portOf(server: Http2SecureServer): number {
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the edge has no port')
  return address.port
}
