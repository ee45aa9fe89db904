import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { buildApp } from '../../server/app.ts'
import type { SearchEngine } from '../../server/domain/search/engine.ts'
import { claimDataFolder } from '../../server/platform/data-folder.ts'
import { openDatabase } from '../../server/platform/db.ts'
import { folderFiles, removeDrafts } from '../../server/platform/files.ts'
import { verifier } from '../../server/platform/identity.ts'
import { noPush } from '../support/no-push.ts'
import { withoutTransactions } from './mutants.ts'
import type { Orders } from './orders.ts'

/** Serves the real app over the database of its orders, with its background jobs, and prints the port. */
export const serveUntilKilled = async ({ place, data, jwk, mutant }: Orders): Promise<void> => {
  claimDataFolder(data, { minFreeBytes: 0 })
  const opened = await openDatabase(place)
  const db = mutant === 'no-transaction' ? withoutTransactions(opened) : opened
  const files = join(data, 'files')
  await removeDrafts(files)
  const most = 1_000_000
  const app = await buildApp({
    db,
    search: noSearch,
    verify: verifier({
      keys: { publicKeys: { keys: [jwk] } },
      authorizedParties: ['http://localhost'],
    }),
    clerk: {
      roster: () => Promise.resolve({ organisation: null, members: [] }),
      rename: () => Promise.resolve(0),
    },
    now: Date.now,
    origin: 'http://localhost',
    extras: { posthog: false, productFruitsWorkspace: null, minDeployment: null },
    crmKey: new Uint8Array(32),
    files: folderFiles(files),
    linkKey: new Uint8Array(32),
    post: null,
    push: noPush,
    supports: null,
    clerkProxy: null,
    clerkOrigin: null,
    web: null,
    limits: { records: most, options: most, requests: most, other: most },
  })
  if (mutant === 'no-idempotency')
    app.addHook('onRequest', async (request) => {
      request.headers['idempotency-key'] = randomUUID()
    })
  await app.listen({ port: 0, host: '127.0.0.1' })
  await app.jobs.start()
  const address = app.server.address()
  process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
  process.on('SIGTERM', () => {
    void app
      .close()
      .then(() => db.close())
      .then(() => process.exit(0))
  })
}

/** Records are asked for by their ids; an index would only take time at every start. */
const noSearch = new Proxy({} as SearchEngine, {
  get: () => () => Promise.reject(new Error('the crash test does not search')),
})
