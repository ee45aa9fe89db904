import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { dayOf } from '../../contract/core/days.ts'
import { seedDemoCustomers } from '../../demo/customers.ts'
import { demoWorld } from '../../demo/world.ts'
import { buildApp } from '../../server/app.ts'
import type { AppParts } from '../../server/app-parts.ts'
import { openDatabase } from '../../server/platform/db/db.ts'
import { openBitmaps } from '../../server/search/bitmap-engine.ts'
import { appParts } from '../../tests/kit/app-parts.ts'
import { loadWorld } from '../../tests/kit/market.ts'
import { openTokens } from '../support/organisation.ts'
import { widenTrial } from '../../tests/kit/plans.ts'

export type BenchApp = {
  app: FastifyInstance
  tokenOf: (orgId: string, userId?: string) => Promise<string>
  close: () => Promise<void>
}

/** On an embedded database of its own, in this process. */
export const openBenchApp = async (
  organisations: Parameters<typeof seedDemoCustomers>[1],
  { companies = 0, ...parts }: Pick<Partial<AppParts>, 'limits'> & { companies?: number } = {},
): Promise<BenchApp> => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbook-bench-hostile-'))
  const db = await openDatabase({ folder: join(folder, 'database') })
  const today = dayOf(new Date())
  if (companies > 0)
    await loadWorld(db, demoWorld({ companies, people: companies * 2, seed: 1, today }))
  await widenTrial(db)
  await seedDemoCustomers(db, organisations, Date.now())
  const search = await openBitmaps({ db, folder: null, workers: 0, today: () => today })
  const { jwk, tokenOf } = await openTokens()
  const app = await buildApp({
    ...appParts({ db, search, jwk, files: join(folder, 'files') }),
    ...parts,
  })
  await app.ready()
  return {
    app,
    tokenOf: (orgId, userId = `user_${orgId}`) => tokenOf(userId, orgId),
    close: async () => {
      await app.close()
      await search.close()
      await db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
