import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres, howToInstall } from '../../../scripts/lib/system-packages.ts'
import {
  startThrowawayPostgres,
  type ThrowawayPostgres,
} from '../../../scripts/lib/throwaway-postgres.ts'
import { openDatabase, type Database } from '../../../server/platform/db/db.ts'
import { DatabaseAway } from '../../../server/platform/db/database-away.ts'
import { problemOfSqlState } from '../../../server/platform/http/problem-error.ts'
import { startTestApp, type TestApp } from '../../kit/app.ts'

/** The promise is two seconds; a busy machine takes longer, and a call without a cut ends after 35. */
const answeredWithinMs = 20_000

describe('a server whose PostgreSQL is unavailable', () => {
  let postgres: ThrowawayPostgres
  let db: Database
  let app: TestApp
  beforeAll(async () => {
    const programs = findPostgres()
    if (programs === undefined) throw new Error(howToInstall.postgresql)
    postgres = await startThrowawayPostgres(programs)
    db = await openDatabase({ url: postgres.url })
    app = await startTestApp({ companies: 20, people: 20, db })
  }, 120_000)
  afterAll(async () => {
    await app.close()
    await postgres.stop()
  })

  const lists = () =>
    app.ask(
      'POST',
      '/lists',
      { id: randomUUID(), name: randomUUID(), category: 'company' },
      { headers: { 'idempotency-key': randomUUID() } },
    )
  const calls = {
    'GET /credits': () => app.ask('GET', '/credits'),
    'GET /lists': () => app.ask('GET', '/lists'),
    'POST /lists': lists,
    'GET /ready': async () => {
      const { statusCode: status, headers, body } = await app.app.inject('/ready')
      return { status, headers, body: JSON.parse(body) as unknown }
    },
  }
  const expectAway = async (ask: () => Promise<{ status: number; headers: object }>) => {
    const began = performance.now()
    expect(await ask()).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { code: 'unavailable' },
    })
    expect(performance.now() - began).toBeLessThan(answeredWithinMs)
  }
  const untilReady = async (): Promise<void> => {
    const patient = { timeout: 30_000, interval: 100 }
    await expect.poll(async () => (await app.app.inject('/ready')).statusCode, patient).toBe(200)
  }

  it('returns 503 with Retry-After from every endpoint and /ready while PostgreSQL is stopped, and 200 after its start', async () => {
    await postgres.shutDown()
    for (const ask of Object.values(calls)) await expectAway(ask)
    expect((await app.app.inject('/health')).statusCode).toBe(200)
    await postgres.start()
    await untilReady()
    expect((await lists()).status).toBe(201)
  }, 120_000)

  it.each(Object.entries(calls))(
    'returns 503 with Retry-After from %s while PostgreSQL hangs',
    async (_, ask) => {
      const thaw = await postgres.freeze()
      try {
        await expectAway(ask)
        await expectAway(ask)
      } finally {
        thaw()
      }
      await untilReady()
      expect((await lists()).status).toBe(201)
    },
    120_000,
  )

  it('rejects a transaction as unavailable if its session is terminated between statements, and recovers', async () => {
    await expect(
      db.asOrg('org_a', async (trx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
        await terminate(postgres.url, rows[0]?.pid)
        await sql`select 1`.execute(trx)
      }),
    ).rejects.toThrow(DatabaseAway)
    await sql`select 1`.execute(db.owner)
  })

  it('rejects a bulk load as unavailable if its session is terminated during COPY, and recovers', async () => {
    const { promise: loading, resolve: begin } = Promise.withResolvers<number | undefined>()
    const load = db.bulk(async ({ trx, copyIn }) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      const lines = async function* () {
        for (let n = 0; ; n++) {
          if (n === 100) begin(rows[0]?.pid)
          if (n >= 100) await new Promise((resume) => setTimeout(resume, 5))
          yield `name ${n}\t${'x'.repeat(100_000)}`
        }
      }
      await sql`create temp table loaded (name text, body text)`.execute(trx)
      await copyIn('loaded', ['name', 'body'], lines())
    })
    const ended = load.then(
      () => null,
      (error: unknown) => error,
    )
    await terminate(postgres.url, await loading)
    expect(await ended).toBeInstanceOf(DatabaseAway)
    await sql`select 1`.execute(db.owner)
  })

  it('returns the error of invalid lines during COPY, and recovers', async () => {
    const load = db.bulk(async ({ trx, copyIn }) => {
      await sql`create temp table loaded (name text)`.execute(trx)
      const lines = function* () {
        yield 'one'
        throw new Error('the file ended early')
      }
      await copyIn('loaded', ['name'], lines())
    })
    await expect(load).rejects.toThrow('the file ended early')
    await sql`select 1`.execute(db.owner)
  })

  it('continues a transaction that takes longer than the limit of a hanging database', async () => {
    const slow = sql<{ n: number }>`select 1 as n from pg_sleep(4)`
    const found = await db.asOrg('org_a', async (trx) => (await slow.execute(trx)).rows)
    expect(found).toEqual([{ n: 1 }])
  }, 120_000)

  it('ends a call’s statement after its timeout with 503', async () => {
    const impatient = await openDatabase(
      { url: postgres.url },
      { postgres: { callMs: 300, ownerMs: 300_000, idleMs: 60_000 } },
    )
    try {
      const slow = impatient.asOrg('org_a', (trx) => sql`select pg_sleep(30)`.execute(trx))
      await expect(slow).rejects.toMatchObject({ code: '57014' })
      expect(problemOfSqlState('57014')?.code).toBe('unavailable')
      const long = impatient.bulk(({ trx }) => sql`select pg_sleep(1)`.execute(trx))
      await expect(long).resolves.toMatchObject({ rows: [{}] })
    } finally {
      await impatient.close()
    }
  }, 120_000)
})

describe('a database handle that only opened and ran transactions of organisations', () => {
  it('leaves no connection after it is closed', async () => {
    const programs = findPostgres()
    if (programs === undefined) throw new Error(howToInstall.postgresql)
    const postgres = await startThrowawayPostgres(programs)
    const client = new pg.Client({ connectionString: postgres.url })
    try {
      await client.connect()
      const db = await openDatabase({ url: postgres.url })
      await db.asOrg('org_a', (trx) => sql`select 1`.execute(trx))
      const sessions = async (): Promise<number | null> =>
        (
          await client.query(
            "select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
          )
        ).rowCount
      expect(await sessions()).toBeGreaterThan(0)
      await db.close()
      await expect.poll(sessions, { timeout: 10_000 }).toBe(0)
    } finally {
      await client.end()
      await postgres.stop()
    }
  }, 120_000)
})

const terminate = async (url: string, pid: number | undefined): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('select pg_terminate_backend($1)', [pid])
  const ended = once(client, 'end')
  await client.end()
  await ended
}
