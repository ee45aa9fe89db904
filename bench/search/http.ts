import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SearchEngine } from '../../server/search/engine.ts'
import { buildApp } from '../../server/app.ts'
import type { Database } from '../../server/platform/db/db.ts'
import { appParts } from '../../tests/kit/app-parts.ts'
import { addOrganisation, openTokens } from '../support/organisation.ts'
import { measureMs } from '../support/timing.ts'
import type { Variant } from './mix.ts'

/** The app's default page size (spec 9). */
const pageSize = 10

/** Over a real connection, including token check, rows and serialisation. */
export const timeHttp = async (
  db: Database,
  search: SearchEngine,
  mix: readonly Variant[],
  rounds: number,
): Promise<number[]> => {
  await addOrganisation(db)
  const { jwk, tokenOf } = await openTokens()
  const token = await tokenOf('user_bench')
  const files = mkdtempSync(join(tmpdir(), 'fieldbook-bench-'))
  const app = await buildApp(appParts({ db, search, jwk, files }))
  const agent = new Agent({ keepAlive: true })
  try {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const address = app.server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const post = (body: unknown): Promise<number> =>
      new Promise((resolve, reject) => {
        const call = httpRequest(
          {
            agent,
            host: '127.0.0.1',
            port,
            path: '/api/records',
            method: 'POST',
            headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          },
          (answer) => {
            answer.on('end', () => resolve(answer.statusCode ?? 0)).resume()
          },
        )
        call.on('error', reject)
        call.end(JSON.stringify(body))
      })
    const ask = async ({ request }: Variant): Promise<void> => {
      const { criteria, category, sorting, from } = request
      const status = await post({ ...criteria, category, sorting, from, size: pageSize })
      if (status !== 200) throw new Error(`POST /api/records answered ${status}.`)
    }
    for (const variant of mix) await ask(variant)
    const samples: number[] = []
    for (let round = 0; round < rounds; round++)
      for (const variant of mix) samples.push(await measureMs(() => ask(variant)))
    return samples
  } finally {
    agent.destroy()
    await app.close()
    rmSync(files, { recursive: true, force: true })
  }
}
