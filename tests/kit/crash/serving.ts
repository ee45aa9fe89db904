import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { buildApp } from '../../../server/app.ts'
import type { SearchEngine } from '../../../server/search/engine.ts'
import { claimDataFolder } from '../../../server/platform/process/data-folder.ts'
import { openDatabase } from '../../../server/platform/db/db.ts'
import { removeDrafts } from '../../../server/platform/vendors/files.ts'
import { appParts } from '../app-parts.ts'
import { dropConnectListeners, withoutTransactions } from './mutants.ts'
import type { Orders } from './orders.ts'

export const serveUntilKilled = async ({ database, data, jwk, mutant }: Orders): Promise<void> => {
  claimDataFolder(data, { minFreeBytes: 0 })
  if (mutant === 'no-error-listener') dropConnectListeners()
  const opened = await openDatabase(database)
  const db = mutant === 'no-transaction' ? withoutTransactions(opened) : opened
  const files = join(data, 'files')
  await removeDrafts(files)
  const app = await buildApp(appParts({ db, search: noSearch, jwk, files }))
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

/** Requests name records by id; an index would only slow down every start. */
const noSearch = new Proxy({} as SearchEngine, {
  get: (_, name) => () =>
    name === 'tick' ? 0 : Promise.reject(new Error('the crash test does not search')),
})
