import proxy from '@fastify/http-proxy'
import type { FastifyInstance } from 'fastify'

/** Under /__clerk of our own origin. */
export const proxyToClerk = async (
  app: FastifyInstance,
  clerk: { target: string; secretKey: string },
  origin: string,
): Promise<void> => {
  await app.register(proxy, {
    upstream: clerk.target,
    prefix: '/__clerk',
    disableRequestLogging: true,
    replyOptions: {
      // Drop hop-by-hop headers: they belong to the browser's connection, not to ours with Clerk.
      rewriteRequestHeaders: (
        request,
        { 'keep-alive': _keepAlive, upgrade: _upgrade, expect: _expect, ...headers },
      ) => ({
        ...headers,
        'clerk-proxy-url': `${originFor(origin, request.headers.host)}/__clerk`,
        'clerk-secret-key': clerk.secretKey,
        'x-forwarded-for': request.address ?? '',
      }),
      // These belong to our connection with Clerk, not to the browser's with us.
      rewriteHeaders: ({ 'keep-alive': _keepAlive, connection: _connection, ...headers }) =>
        headers,
    },
  })
}

/** Without a public origin, browsers may use any name of this machine; other Host headers are ignored. */
const originFor = (origin: string, host: string | undefined): string =>
  new URL(origin).hostname === 'localhost' && host !== undefined && loopbackHost.test(host)
    ? `http://${host}`
    : origin

const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/
