import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { once } from 'node:events'

export type Floor = { port: number; js_kb: number; close: () => Promise<void> }

type File = { type: string; body: Buffer }

/**
 * Builds the floor page (React, wouter, TanStack Query, valtio, Dexie, workbox-window and nothing else), served with the best
 * compression.
 */
export async function openFloor(): Promise<Floor> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbook-floor-'))
  try {
    await build({
      root: fileURLToPath(new URL('floor', import.meta.url)),
      configFile: false,
      logLevel: 'silent',
      build: { outDir: folder, emptyOutDir: true },
    })
    return await serve(filesIn(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function filesIn(folder: string): Map<string, File> {
  const scripts = readdirSync(join(folder, 'assets'))
  const file = (type: string, body: string | Buffer): File => ({
    type,
    body: brotliCompressSync(body),
  })
  const files = new Map(
    scripts.map((name) => [
      `/assets/${name}`,
      file('text/javascript', readFileSync(join(folder, 'assets', name))),
    ]),
  )
  files.set('/', file('text/html', readFileSync(join(folder, 'index.html'))))
  files.set('/sw.js', file('text/javascript', workerFor(['/', ...files.keys()])))
  return files
}

const workerFor = (paths: readonly string[]): string => `
const paths = ${JSON.stringify([...new Set(paths)])}
addEventListener('install', (event) =>
  event.waitUntil(caches.open('floor').then((cache) => cache.addAll(paths))))
addEventListener('fetch', (event) =>
  event.respondWith(caches.match(event.request).then((cached) => cached ?? fetch(event.request))))
`

async function serve(files: Map<string, File>): Promise<Floor> {
  const server = createServer((request, response) => {
    const found = files.get(request.url ?? '/')
    if (found === undefined) return void response.writeHead(404).end()
    response
      .writeHead(200, { 'content-type': found.type, 'content-encoding': 'br' })
      .end(found.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the floor has no port')
  const scripts = [...files].filter(([path]) => path.startsWith('/assets/'))
  const bytes = scripts.reduce((total, [, { body }]) => total + body.length, 0)
  return {
    port: address.port,
    js_kb: Math.round(bytes / 100) / 10,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
