import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../../server/platform/db/db.ts'
import { DatabaseAway } from '../../../../server/platform/db/database-away.ts'
import {
  pgliteDialect,
  startPglite,
  type PgliteThread,
} from '../../../../server/platform/db/pglite.ts'
import { startTestApp } from '../../../kit/app.ts'
import { copyEmptyDatabase } from '../../../kit/database.ts'

const withTicksOf = (tickMs: number) => ({ ordinary: 10, long: 60_000, tickMs })

const sleep = (seconds: number) => sql`select pg_sleep(${seconds})`

/** A stalled statement uses a core, and the machine may be busy. */
const longestMs = 120_000

const emptyDatabase = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbook-stalled-'))
  await copyEmptyDatabase(folder)
  return folder
}

describe('an embedded database that stalls', { timeout: longestMs }, () => {
  let thread: PgliteThread | undefined
  afterEach(async () => {
    await thread?.close()
    thread = undefined
  })
  const started = async () => {
    thread = await startPglite({ folder: await emptyDatabase() }, withTicksOf(50))
    return { thread, db: new Kysely<object>({ dialect: pgliteDialect(thread) }) }
  }

  it('rejects the stalled statement and all later ones as unavailable, and reports the loss', async () => {
    const { thread, db } = await started()
    expect(thread.lost.aborted).toBe(false)
    const statements = [sleep(600), sql`select 1`].map((each) => each.execute(db))
    for (const outcome of await Promise.allSettled(statements))
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseAway) })
    await expect(sql`select 1`.execute(db)).rejects.toThrow(DatabaseAway)
    expect(thread.lost.aborted).toBe(true)
  })

  it('allows longer statements for loads and migrations, and is not lost when closed', async () => {
    const { thread, db } = await started()
    await thread.patiently(() => sleep(2).execute(db))
    await thread.close()
    expect(thread.lost.aborted).toBe(false)
  })
})

describe('an embedded database that closes slowly', () => {
  it('closes without an error, however short the statement limit is', async () => {
    const thread = await startPglite(
      { folder: await emptyDatabase() },
      {
        ordinary: 0,
        long: 600_000,
        tickMs: 1,
      },
    )
    await thread.close()
    expect(thread.lost.aborted).toBe(false)
  }, 120_000)
})

describe('a server whose embedded database stalls', () => {
  it(
    'returns 503 with Retry-After from endpoints, /ready and /health',
    async () => {
      const folder = await emptyDatabase()
      const db = await openDatabase({ folder }, { pglite: withTicksOf(600) })
      const app = await startTestApp({ companies: 0, db })
      const health = () => app.app.inject('/health')
      const away = { statusCode: 503, headers: { 'retry-after': '5' } }
      try {
        expect(await health()).toMatchObject({ statusCode: 200 })
        const stalled = sleep(600).execute(db.owner)
        expect(await app.app.inject('/ready')).toMatchObject(away)
        const waiting = app.ask('GET', '/lists')
        await expect(stalled).rejects.toThrow(DatabaseAway)
        expect(await waiting).toMatchObject({ status: 503, body: { code: 'unavailable' } })
        expect(await app.ask('GET', '/lists')).toMatchObject({ status: 503 })
        expect(await app.app.inject('/ready')).toMatchObject(away)
        expect(await health()).toMatchObject(away)
      } finally {
        await app.close()
      }
    },
    longestMs,
  )
})

describe('a process that has lost its embedded database', { timeout: longestMs }, () => {
  it('exits with code 1 and a reason', async () => {
    const program = `import('${new URL('../../../../scripts/lib/shutdown.ts', import.meta.url).href}').then(({ exitWithoutDatabase }) => exitWithoutDatabase())`
    const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', program])
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(said).toContain('The embedded database stopped responding')
  })
})
