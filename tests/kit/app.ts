import { SignJWT } from 'jose'
import type { FastifyInstance } from 'fastify'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { appParts, testIssuer } from './app-parts.ts'
import type { AppParts } from '../../server/app-parts.ts'
import { buildApp } from '../../server/app.ts'
import { demoWorld } from '../../demo/world.ts'
import { openBitmaps } from '../../server/search/bitmap-engine.ts'
import { seedDemoCustomers } from '../../demo/customers.ts'
import type { Database } from '../../server/platform/db/db.ts'
import { folderFiles, type FileStore } from '../../server/platform/vendors/files.ts'
import { pushKeysOf } from '../../server/platform/vendors/push-keys.ts'
import { pushService } from '../../server/platform/vendors/push-post.ts'
import { freshDatabase } from './database.ts'
import { noNames } from './connects.ts'
import { testKeys } from './keys.ts'
import { everyLimit } from './limits.ts'
import { loadWorld } from './market.ts'
import { widenTrial } from './plans.ts'

export const harbour = {
  id: 'org_harbour',
  name: 'Harbour',
  country: 'AU',
  website: 'https://harbour.example',
} as const
export const southern = {
  id: 'org_southern',
  name: 'Southern',
  country: 'NZ',
  website: 'https://southern.example',
} as const

export type Someone = {
  userId?: string
  orgId?: string | null
  role?: string
  expired?: boolean
  /** ms since 1970; by default two minutes ago. */
  issuedAt?: number
}

export type TestApp = {
  app: FastifyInstance
  db: Database
  files: FileStore
  token(someone?: Someone): Promise<string>
  /** By default as an admin of the first organisation. */
  ask(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    options?: { as?: Someone | null; headers?: Record<string, string> },
    // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  ): Promise<{ status: number; headers: Record<string, unknown>; body: any }>
  /** For the browser's API client, answered by the app in process. */
  fetch: typeof fetch
  work(): Promise<void>
  settle(): Promise<void>
  close(): Promise<void>
}

export const today = '2026-03-03'

/** In this process, with a small demo world and tokens of its own key. */
export const startTestApp = async (
  options: {
    companies?: number
    people?: number
    parts?: Partial<AppParts>
    db?: Database
    /** Plans as they are sold; by default a trial also has signals and data exchange. */
    asSold?: boolean
  } = {},
): Promise<TestApp> => {
  const db = options.db ?? (await freshDatabase())
  const companies = options.companies ?? 300
  const people = options.people ?? 1200
  if (companies > 0) await loadWorld(db, demoWorld({ companies, people, seed: 1, today }))
  if (options.asSold !== true) await widenTrial(db)
  await seedDemoCustomers(db, [harbour, southern], Date.parse(`${today}T00:00:00Z`))
  const search = await openBitmaps({ db, folder: null, workers: 0, today: () => today })
  const { privateKey, jwk } = await testKeys()
  const folder = mkdtempSync(join(tmpdir(), 'fieldbook-files-'))
  const files = folderFiles(folder)
  const app = await buildApp({
    ...appParts({ db, search, jwk, files: folder }),
    now: () => Date.parse(`${today}T01:00:00Z`),
    crmKey: new Uint8Array(32).fill(7),
    files,
    linkKey: new Uint8Array(32).fill(8),
    push: pushService({
      keys: pushKeysOf(new Uint8Array(32).fill(9), 'mailto:alerts@fieldbook.example'),
      emulator: null,
      resolve: noNames,
      now: Date.now,
    }),
    limits: everyLimit(100_000),
    ...options.parts,
  })
  await app.ready()

  const token = (someone: Someone = {}): Promise<string> => {
    const orgId = someone.orgId === undefined ? harbour.id : someone.orgId
    const now = Math.floor(Date.now() / 1000)
    return new SignJWT({
      sid: 'sess_test',
      azp: 'http://localhost',
      v: 2,
      ...(orgId === null ? {} : { o: { id: orgId, rol: someone.role ?? 'admin', slg: 'x' } }),
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'test' })
      .setIssuer(testIssuer)
      .setSubject(someone.userId ?? 'user_alex')
      .setIssuedAt(someone.issuedAt === undefined ? now - 120 : Math.floor(someone.issuedAt / 1000))
      .setExpirationTime(someone.expired === true ? now - 60 : now + 60)
      .sign(privateKey)
  }

  const ask: TestApp['ask'] = async (method, path, body, { as = {}, headers = {} } = {}) => {
    const answer = await app.inject({
      method,
      url: `/api${path}`,
      headers: {
        ...(as === null ? {} : { authorization: `Bearer ${await token(as)}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = answer.body
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: text === '' ? null : JSON.parse(text),
    }
  }

  return {
    app,
    db,
    files,
    token,
    ask,
    fetch: async (input, init) => {
      const request = new Request(
        new URL(input instanceof Request ? input.url : String(input), 'http://localhost'),
        init,
      )
      const payload = Buffer.from(await request.arrayBuffer())
      const answer = await app.inject({
        method: request.method as 'GET',
        url: request.url.replace('http://localhost', ''),
        headers: Object.fromEntries(request.headers),
        ...(payload.length === 0 ? {} : { payload }),
      })
      const empty = answer.statusCode === 204 || answer.statusCode === 304
      return new Response(empty ? null : answer.body, {
        status: answer.statusCode,
        headers: answer.headers as Record<string, string>,
      })
    },
    work: async () => {
      await app.jobs.runDue()
    },
    settle: () => search.refresh(),
    close: async () => {
      await app.close()
      await search.close()
      await db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
