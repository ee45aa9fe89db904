import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'

export type ProxyServer = {
  url: string
  /** Undefined passes the request on. */
  set: (change: (path: string) => 'lose' | ((text: string) => string) | undefined) => void
  close: () => Promise<void>
}

/** Acts like a network or a release; drops the headers in `drop`. */
export async function startProxy(
  target: string,
  drop: readonly string[] = [],
): Promise<ProxyServer> {
  let change: Parameters<ProxyServer['set']>[0] = () => undefined
  const server = createServer((incoming, answer) => {
    const todo = change((incoming.url ?? '/').split('?')[0] ?? '/')
    for (const header of drop) delete incoming.headers[header]
    if (todo === 'lose') incoming.socket.destroy()
    else void passOn(target, incoming, answer, todo)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://localhost:${address.port}`,
    set: (next) => (change = next),
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function passOn(
  target: string,
  incoming: IncomingMessage,
  answer: ServerResponse,
  change: ((text: string) => string) | undefined,
): Promise<void> {
  const { 'accept-encoding': encoding, ...headers } = incoming.headers
  const onward = request(new URL(incoming.url ?? '/', target), {
    method: incoming.method,
    headers: change === undefined ? { ...headers, 'accept-encoding': encoding } : headers,
  })
  incoming.pipe(onward)
  onward.on('error', () => answer.destroy())
  const [reply] = (await once(onward, 'response')) as [IncomingMessage]
  if (change === undefined) {
    answer.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(answer)
    return
  }
  const {
    'content-length': _length,
    etag: _etag,
    'last-modified': _date,
    ...replyHeaders
  } = reply.headers
  answer.writeHead(reply.statusCode ?? 502, replyHeaders)
  const parts: Buffer[] = []
  for await (const part of reply) parts.push(part as Buffer)
  answer.end(change(Buffer.concat(parts).toString()))
}
