import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export type TimeLimits = {
  /** In ms, for all headers. */
  headers: number
  body: number
  /** 1 MB over a poor mobile connection. */
  part: number
}

export const standardTimeLimits: TimeLimits = { headers: 20_000, body: 60_000, part: 300_000 }

export const serverLimits = (limits: TimeLimits) => ({
  http: {
    maxHeaderSize: 8_192,
    headersTimeout: limits.headers,
    connectionsCheckingInterval: Math.min(5_000, limits.headers),
  },
  // Whole requests; `endHalfSent` ends bodies earlier on routes without parts.
  requestTimeout: longestRequest(limits),
  // Idle connections, such as a caller's who never reads the answer.
  connectionTimeout: longestRequest(limits),
})

const longestRequest = (limits: TimeLimits): number =>
  limits.headers + Math.max(limits.body, limits.part)

/** Browsers and proxies do not pipeline. */
const maxWaiting = 8

/**
 * Each pending answer holds an open file and its first bytes: 60 KB of pipelined requests took 100 MB and a thousand open files.
 */
export const endPipelines = (app: FastifyInstance): void => {
  const waiting = new WeakMap<Socket, number>()
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const count = (waiting.get(socket) ?? 0) + 1
    waiting.set(socket, count)
    reply.raw.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
    if (count <= maxWaiting) return
    reply.hijack()
    socket.destroy()
  })
}

/** With 408; a route may set `config.bodyMs`. */
export const endHalfSent = (app: FastifyInstance, limits: TimeLimits): void => {
  app.addHook('onRequest', async (request) => {
    const { raw } = request
    if (!announcesBody(request)) return
    const limitMs = request.routeOptions.config.bodyMs ?? limits.body
    const timer = setTimeout(() => closeHalfSent(request), limitMs).unref()
    raw.once('end', () => clearTimeout(timer))
    raw.once('close', () => clearTimeout(timer))
  })
}

const announcesBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const closeHalfSent = ({ raw }: FastifyRequest): void => {
  if (raw.complete) return
  if (raw.socket.writable)
    raw.socket.write(
      'HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n',
    )
  raw.destroy()
}

declare module 'fastify' {
  interface FastifyContextConfig {
    bodyMs?: number
  }
}
