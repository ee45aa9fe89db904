import { readFileSync } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { links } from '../../../contract/links.ts'
import type { BaseMap } from './base-map.ts'
import type { BuiltApp } from './built-app.ts'
import { asDictionary, deltaWanted, familyOf } from './deltas.ts'
import { fingerprint } from './etag.ts'

/** Public values only. */
export type Boot = {
  clerkPublishableKey: string
  clerkProxyUrl: string | null
  deploymentId: string
  posthogKey: string | null
  posthogHost: string | null
  posthogPersonProfiles: boolean
  sentryDsn: string | null
  contactSalesUrl: string | null
  /** Null without payments. `scriptUrl` replaces Stripe’s own script: the emulator’s. */
  stripe: { publishableKey: string; scriptUrl: string | null } | null
  /** Off: existing workers unregister themselves. */
  worker: 'on' | 'off'
  /** The operator's; undefined: ours, which is a file of the app. */
  baseMap?: Pick<BaseMap, 'address' | 'bytes'>
}

const bootTag = /<script type="application\/json" id="boot">[\s\S]*?<\/script>/

/** Hashed files for a year, the shell and the worker always revalidated, the shell for every screen's address. */
export const serveWeb = async (
  app: FastifyInstance,
  options: {
    dist: string
    built: () => BuiltApp
    boot: Omit<Boot, 'deploymentId'>
    baseMap?: BaseMap | undefined
    /** Of releases that `dist` has not. */
    fileOf?: ((path: string) => Promise<Buffer | undefined>) | undefined
    headers: () => Readonly<Record<string, string>>
  },
): Promise<void> => {
  const { baseMap } = options
  const page = pageOf(options.built, baseMap ? withBaseMap(options.boot, baseMap) : options.boot)
  /** Every start requests the page. */
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { html, packed, hash } = await page()
    // Safari caches the policy of a page that is answered with 304.
    const etag = `W/"${fingerprint(hash + JSON.stringify(options.headers()))}"`
    void reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
    void reply.header('etag', etag).header('vary', 'accept-encoding')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(html)
    return reply.header('content-encoding', 'br').send(packed)
  }
  await app.register(staticFiles, {
    root: options.dist,
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
    wildcard: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      for (const [name, value] of Object.entries(headersOf(path))) reply.header(name, value)
      if (path.includes('manifest.webmanifest'))
        reply.header('content-type', 'application/manifest+json')
      // Of this type nothing is compressed: a range counts the bytes of the file.
      if (path.endsWith('.pmtiles')) reply.header('content-type', 'application/vnd.pmtiles')
    },
  })
  if (baseMap)
    app.get(baseMap.address, (_, reply) =>
      reply.sendFile(basename(baseMap.path), dirname(baseMap.path)),
    )
  // A device with an earlier release's script fetches only the difference.
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const wanted = deltaWanted(path, request.headers)
    if (wanted === undefined || request.method !== 'GET') return undefined
    const delta = await readFile(join(options.dist, wanted)).catch(() => undefined)
    if (delta === undefined) return undefined
    return reply
      .headers(headersOf(path))
      .type('text/javascript; charset=utf-8')
      .header('content-encoding', 'dcz')
      .send(delta)
  })
  // A page of another process's release gets the files of its own.
  app.addHook('onRequest', async (request, reply) => {
    const path = /^\/((?:assets|clerk-js)\/[\w./-]+)(?:$|\?)/.exec(request.url)?.[1]
    if (path === undefined || (await exists(join(options.dist, path)))) return undefined
    const content = await options.fileOf?.(path)
    const type = typeOf[extname(path)]
    if (content === undefined || type === undefined) return undefined
    return reply
      .headers(headersOf(`/${path}`))
      .type(type)
      .send(content)
  })
  if (options.boot.worker === 'off') {
    const off = readFileSync(join(options.dist, 'sw-off.js'), 'utf8')
    app.get('/sw.js', (_, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store').send(off),
    )
  }
  app.get('/', (_, reply) => reply.redirect('/dashboard', 302))
  app.get('/index.html', sendPage)
  // The service worker handles files shared with the installed app; without one, the screen shows that the file did not arrive.
  app.route({
    method: 'POST',
    url: links.upload(),
    onRequest: async (_, reply) => reply.redirect(links.sharedFile('nothing'), 303),
    handler: () => undefined,
  })
  app.addHook('preHandler', async (request, reply) => {
    if (!isScreen(request)) return
    return sendPage(request, reply)
  })
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const typeOf: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.pmtiles': 'application/vnd.pmtiles',
}

const headersOf = (path: string): Record<string, string> => {
  const lasting = /\/(?:assets|clerk-js)\/|\.pmtiles$/.test(path)
  const family = path.includes('/assets/') ? familyOf(path.replace(/\.(br|gz)$/, '')) : undefined
  const headers = { 'cache-control': lasting ? 'public, max-age=31536000, immutable' : 'no-cache' }
  if (family === undefined) return { ...headers, vary: 'accept-encoding' }
  const vary = 'accept-encoding, available-dictionary'
  return { ...headers, vary, 'use-as-dictionary': asDictionary(family) }
}

const isScreen = (request: FastifyRequest): boolean => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const path = request.url.split('?')[0] ?? '/'
  return /^\/(dashboard|sign-in|sign-up|maintenance|privacy)(\/|$)/.test(path)
}

type Page = { html: string; packed: Buffer; hash: string }

const pageOf = (built: () => BuiltApp, boot: Omit<Boot, 'deploymentId'>): (() => Promise<Page>) => {
  let last: { of: BuiltApp; page: Promise<Page> } | undefined
  const make = async ({ id, html: empty }: BuiltApp): Promise<Page> => {
    const html = pageWithBoot(empty, { ...boot, deploymentId: id })
    return { html, packed: await pack(html), hash: fingerprint(html) }
  }
  return () => {
    const of = built()
    if (last?.of !== of) last = { of, page: make(of) }
    last.page.catch(() => (last = undefined))
    return last.page
  }
}

const withBaseMap = <B extends object>(boot: B, { address, bytes }: BaseMap) => ({
  ...boot,
  baseMap: { address, bytes },
})

const pack = promisify(brotliCompress)

const pageWithBoot = (html: string, boot: Boot): string => {
  if (!bootTag.test(html)) throw new Error('index.html has no placeholder for the boot values.')
  const json = JSON.stringify(boot).replaceAll('<', '\\u003c')
  return html.replace(bootTag, () => `<script type="application/json" id="boot">${json}</script>`)
}
