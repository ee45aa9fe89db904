import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base } from '@playwright/test'

/** Release 0 is the original build. */
export type Shipped = {
  release: number
  keeps: readonly number[]
  understands: readonly number[]
  worker: 'on' | 'off'
  cuts: (request: string) => boolean
}

export type ServerCall = { call: string; key: string | undefined; release: number; status: number }

export type Releases = {
  ship: (next: Partial<Shipped>) => void
  calls: ServerCall[]
}

/** It holds what opens at 'Your searches' (vite.config.ts). */
export const lazyChunk = 'saved-parts'

const asBuilt: Shipped = {
  release: 0,
  keeps: [],
  understands: [0, 1, 2],
  worker: 'on',
  cuts: () => false,
}

/** The same build, with another name and content for every file, like a real release. The address stays the product's. */
export const test = base.extend<
  { releases: Releases },
  { shop: { port: number; state: { now: Shipped; calls: ServerCall[] } }; behind: number }
>({
  behind: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what is needed here.
    async ({}, use) => use(Number(new URL(process.env['FIELDBOOK_URL'] ?? '').port)),
    { scope: 'worker' },
  ],
  shop: [
    async ({ behind }, use) => {
      const state = { now: asBuilt, calls: [] as ServerCall[] }
      const build = await buildServed(behind)
      const server = createServer((from, to) => {
        answer(behind, build, state, from, to).catch(() => to.destroy())
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      // A server that listens on a port has an address of this shape.
      await use({ port: (server.address() as AddressInfo).port, state })
      server.closeAllConnections()
      server.close()
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, shop, behind }, use) => {
      const map = `--host-resolver-rules=MAP localhost:${behind} 127.0.0.1:${shop.port}`
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), map] })
    },
    { scope: 'worker' },
  ],
  releases: async ({ shop: { state } }, use) => {
    state.now = asBuilt
    state.calls = []
    await use({
      ship: (next) => {
        state.now = { ...state.now, ...next }
      },
      calls: state.calls,
    })
    state.now = asBuilt
  },
})

/** `/assets/app-Ba8I2xL7.js` becomes `/assets/app-Ba8I2xL7.r1.js` in release 1. */
const fileOf = /(assets\/[\w-]+-[\w-]{8})(?:\.r(\d))?\.js/g
/** All but the keys of the import map. */
const fileOfPage = /(assets\/[\w-]+-[\w-]{8})\.js(?!":)/g

const answer = async (
  port: number,
  build: string,
  state: { now: Shipped; calls: ServerCall[] },
  from: IncomingMessage,
  to: ServerResponse,
): Promise<void> => {
  const { now, calls } = state
  const path = (from.url ?? '/').split('?')[0] ?? '/'
  const call = `${from.method} ${path}`
  if (now.cuts(call)) return void to.destroy()
  const [, , named] = [...path.matchAll(fileOf)][0] ?? []
  const release = path.startsWith('/assets/') ? Number(named ?? 0) : now.release
  if (path.startsWith('/assets/') && release !== now.release && !now.keeps.includes(release))
    return void to.writeHead(404, { 'content-type': 'application/problem+json' }).end('{}')

  const headers = { ...from.headers }
  const id = headers['deployment-id']
  const asking = typeof id === 'string' ? Number(/-r(\d)$/.exec(id)?.[1] ?? 0) : 0
  // The real server refuses a deployment id that it does not know.
  if (id !== undefined) headers['deployment-id'] = now.understands.includes(asking) ? build : 'old'
  const isPage = /^\/(index\.html|(dashboard|sign-in|sign-up)(\/.*)?)$/.test(path)
  const isText = isPage || path === '/sw.js' || /^\/assets\/.*\.js$/.test(path)
  if (isText) {
    headers['accept-encoding'] = 'identity'
    // Another release is never 'not modified'.
    delete headers['if-none-match']
    delete headers['if-modified-since']
  }
  const source = path === '/sw.js' && now.worker === 'off' ? '/sw-off.js' : path
  const url = (from.url ?? '/').replace(path, source.replaceAll(fileOf, '$1.js'))
  const onward = request({ port, host: '127.0.0.1', path: url, method: from.method, headers })
  onward.on('error', () => to.destroy())
  from.pipe(onward)
  const [reply] = (await once(onward, 'response')) as [IncomingMessage]
  const status = reply.statusCode ?? 502
  if (path.startsWith('/api/')) {
    const key = headers['idempotency-key']
    calls.push({ call, key: key?.toString(), release: asking, status })
  }
  if (!isText || status !== 200 || from.method !== 'GET') {
    to.writeHead(status, reply.headers)
    return void reply.pipe(to)
  }
  const parts: Buffer[] = []
  for await (const part of reply) parts.push(part as Buffer)
  const {
    'content-length': _length,
    'content-security-policy': _policy,
    etag: _etag,
    'last-modified': _date,
    ...replyHeaders
  } = reply.headers
  // The browser's cache would hide a file that the server no longer has.
  if (release > 0 || path.startsWith('/assets/')) replyHeaders['cache-control'] = 'no-store'
  // A changed inline script would need another hash in the policy; files have no policy.
  to.writeHead(status, replyHeaders)
  to.end(
    shippedAs(Buffer.concat(parts).toString(), {
      release,
      build,
      page: isPage,
      worker: path === '/sw.js',
      now,
    }),
  )
}

type Text = { release: number; build: string; page: boolean; worker: boolean; now: Shipped }

const shippedAs = (text: string, { release, build, page, worker, now }: Text): string => {
  const mine = release === 0 ? text : text.replaceAll(build, `${build}-r${release}`)
  // Scripts import each other by keys of the page's import map: only its files have other names.
  const renamed = (names: RegExp): string =>
    release === 0 ? mine : mine.replaceAll(names, `$1.r${release}.js`)
  if (page) return renamed(fileOfPage).replace('"worker":"on"', `"worker":"${now.worker}"`)
  if (worker) return `${renamed(fileOf)}\n// release ${release}`
  return release === 0 ? mine : `${mine}\n// release ${release}`
}

const buildServed = async (port: number): Promise<string> => {
  const page = await (await fetch(`http://127.0.0.1:${port}/sign-in`)).text()
  const id = /<meta name="build" content="([^"]*)">/.exec(page)?.[1]
  if (id === undefined) throw new Error('The page does not say its build')
  return id
}
