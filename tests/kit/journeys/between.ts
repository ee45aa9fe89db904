import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'

export type Between = {
  url: string
  /** What happens on the way: fail a request, or change the text of an answer. Undefined passes it on. */
  set: (change: (path: string) => 'lose' | ((text: string) => string) | undefined) => void
  close: () => Promise<void>
}

/** Stands between browser and product on a port of its own and does what a network or a release does; headers in `drop` get no further. */
export async function between(target: string, drop: readonly string[] = []): Promise<Between> {
  let change: Parameters<Between['set']>[0] = () => undefined
  const server = createServer((asked, answer) => {
    const todo = change((asked.url ?? '/').split('?')[0] ?? '/')
    for (const header of drop) delete asked.headers[header]
    if (todo === 'lose') asked.socket.destroy()
    else void passOn(target, asked, answer, todo)
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
  asked: IncomingMessage,
  answer: ServerResponse,
  change: ((text: string) => string) | undefined,
): Promise<void> {
  const { 'accept-encoding': encoding, ...headers } = asked.headers
  const onward = request(new URL(asked.url ?? '/', target), {
    method: asked.method,
    headers: change === undefined ? { ...headers, 'accept-encoding': encoding } : headers,
  })
  asked.pipe(onward)
  onward.on('error', () => answer.destroy())
  const [reply] = (await once(onward, 'response')) as [IncomingMessage]
  if (change === undefined) {
    answer.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(answer)
    return
  }
  const { 'content-length': _length, etag: _etag, 'last-modified': _date, ...kept } = reply.headers
  answer.writeHead(reply.statusCode ?? 502, kept)
  const parts: Buffer[] = []
  for await (const part of reply) parts.push(part as Buffer)
  answer.end(change(Buffer.concat(parts).toString()))
}
