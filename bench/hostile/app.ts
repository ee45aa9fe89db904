import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { dayOf } from '../../contract/core/days.ts'
import { seedDemoCustomers } from '../../demo/customers.ts'
import { demoWorld } from '../../demo/world.ts'
import { buildApp } from '../../server/app.ts'
import type { AppParts } from '../../server/app-parts.ts'
import { openDatabase } from '../../server/platform/db/db.ts'
import { openSearch } from '../../server/search/open.ts'
import { appParts, testIssuer } from '../../tests/kit/app-parts.ts'
import { loadWorld } from '../../tests/kit/market.ts'
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
  const search = await openSearch({ db, folder: null, workers: 0, today: () => today })
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'bench', alg: 'RS256' }
  const app = await buildApp({
    ...appParts({ db, search, jwk, files: join(folder, 'files') }),
    ...parts,
  })
  await app.ready()
  return {
    app,
    tokenOf: (orgId, userId = `user_${orgId}`) =>
      new SignJWT({
        sid: 'sess',
        azp: 'http://localhost',
        v: 2,
        o: { id: orgId, rol: 'admin', slg: 'x' },
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'bench' })
        .setIssuer(testIssuer)
        .setSubject(userId)
        .setIssuedAt(Math.floor(Date.now() / 1000) - 60)
        .setExpirationTime('2h')
        .sign(privateKey),
    close: async () => {
      await app.close()
      await search.close()
      await db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
