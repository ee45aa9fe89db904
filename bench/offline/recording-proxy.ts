import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'

export type RecordingProxy = {
  port: number
  requests: () => number
  /** How often the server applied an edit twice: its answers to one key then differ. */
  doubled: () => number
  feedback: () => ReadonlySet<string>
  close: () => Promise<void>
}

/** `idempotent: false` replaces the key of each repeated request, as if the server forgot keys: a planted bug. */
export const openRecordingProxy = async (
  product: number,
  idempotent: boolean,
): Promise<RecordingProxy> => {
  const answers = new Map<string, Set<string>>()
  const seenKeys = new Set<string>()
  const feedback = new Set<string>()
  let requests = 0

  const pass = async (from: IncomingMessage, to: ServerResponse): Promise<void> => {
    if (from.url?.startsWith('/api/')) requests += 1
    const body = await whole(from)
    const key = from.headers['idempotency-key']?.toString()
    const headers = { ...from.headers }
    if (key !== undefined) {
      if (!idempotent && seenKeys.has(key)) headers['idempotency-key'] = randomUUID()
      seenKeys.add(key)
      delete headers['accept-encoding']
    }
    const onward = request({
      port: product,
      host: '127.0.0.1',
      path: from.url,
      method: from.method,
      headers,
    })
    onward.end(body)
    const [reply] = (await once(onward, 'response')) as [IncomingMessage]
    const status = reply.statusCode ?? 502
    to.writeHead(status, reply.headers)
    if (key === undefined) return void reply.pipe(to)
    const answer = await whole(reply)
    if (status < 300) {
      answers.set(key, (answers.get(key) ?? new Set()).add(answer.toString()))
      if (from.url === '/api/feedback')
        feedback.add(Feedback.parse(JSON.parse(body.toString())).message)
    }
    to.end(answer)
  }

  const server = createServer((from, to) => {
    // The client may have disconnected; the server acts all the same.
    to.on('error', () => {})
    pass(from, to).catch(() => to.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port')
  return {
    port: address.port,
    requests: () => requests,
    doubled: () => [...answers.values()].reduce((sum, distinct) => sum + distinct.size - 1, 0),
    feedback: () => feedback,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const Feedback = z.object({ message: z.string() })

const whole = async (stream: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of stream) if (Buffer.isBuffer(part)) parts.push(part)
  return Buffer.concat(parts)
}
