import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { links } from '../../contract/links.ts'
import type { BuiltApp } from './built-app.ts'

/** What the page must know before it can ask anything; public values only. */
export type Boot = {
  clerkPublishableKey: string
  clerkProxyUrl: string | null
  deploymentId: string
  posthogKey: string | null
  posthogHost: string | null
  posthogPersonProfiles: boolean
  sentryDsn: string | null
  contactSalesUrl: string | null
  /** Off: pages install no service worker, and whoever asks for it is given one that takes itself away. */
  worker: 'on' | 'off'
}

const bootTag = /<script type="application\/json" id="boot">[\s\S]*?<\/script>/

/** Serves the built app: hashed files for a year, the shell and the worker always checked, any address of a screen answered by the shell. */
export const serveWeb = async (
  app: FastifyInstance,
  options: { dist: string; built: () => BuiltApp; boot: Omit<Boot, 'deploymentId'> },
): Promise<void> => {
  const page = (): string => {
    const { id, html } = options.built()
    return pageWithBoot(html, { ...options.boot, deploymentId: id })
  }
  await app.register(staticFiles, {
    root: options.dist,
    preCompressed: true,
    index: false,
    // The build's own notes (.vite) are nobody else's business.
    dotfiles: 'ignore',
    wildcard: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const lasting = path.includes('/assets/') || path.includes('/clerk-js/')
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (path.includes('manifest.webmanifest'))
        reply.header('content-type', 'application/manifest+json')
      reply.header('vary', 'accept-encoding')
    },
  })
  if (options.boot.worker === 'off') {
    const off = readFileSync(join(options.dist, 'sw-off.js'), 'utf8')
    app.get('/sw.js', (_, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store').send(off),
    )
  }
  app.get('/', (_, reply) => reply.redirect('/dashboard', 302))
  app.get('/index.html', (_, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page()),
  )
  // A file shared with the installed app is for its worker to take; where there is none, the screen says that it did not arrive.
  app.route({
    method: 'POST',
    url: links.upload(),
    onRequest: async (_, reply) => reply.redirect(links.sharedFile('nothing'), 303),
    handler: () => undefined,
  })
  app.addHook('preHandler', async (request, reply) => {
    if (!isScreen(request)) return
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page())
  })
}

/** Whether a request asks for a screen of the app and not for a file, a call or Clerk. */
const isScreen = (request: FastifyRequest): boolean => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const path = request.url.split('?')[0] ?? '/'
  return /^\/(dashboard|sign-in|sign-up|maintenance)(\/|$)/.test(path)
}

const pageWithBoot = (html: string, boot: Boot): string => {
  if (!bootTag.test(html)) throw new Error('index.html has no place for the boot values.')
  const json = JSON.stringify(boot).replaceAll('<', '\\u003c')
  return html.replace(bootTag, () => `<script type="application/json" id="boot">${json}</script>`)
}
