import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Mutant } from '../../kit/crash/orders.ts'
import { crashTrial, type Findings } from '../../kit/crash/trial.ts'
import { reportPromise } from '../../kit/reliability.ts'
import { copyEmptyDatabase } from '../../kit/database.ts'
import { onServer } from '../../kit/postgres-template.ts'

/** A short form of `npm run test:crash` (CRASH_KILLS); uses PostgreSQL if TEST_DATABASE_URL is set. */
const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000)
const server = process.env['TEST_DATABASE_URL']
const kills = Number(process.env['CRASH_KILLS'] ?? (server === undefined ? 2 : 4))

describe(`a killed server (${server === undefined ? 'embedded database' : 'PostgreSQL'}, seed ${seed}, ${kills} kills)`, () => {
  it(
    'loses no request, charges none twice, has an exact ledger and ends every request',
    async () => {
      const found = await killed(null, kills)
      expect(found).toMatchObject({ lost: 0, waiting: 0, doubled: 0, ledger: [], failedBoots: 0 })
      expect(found.refused).toEqual([])
      expect(found.terminalS).toBeLessThanOrEqual(60)
      expect(found.acked).toBeGreaterThan(0)
      reportPromise({
        promise: 'I3',
        check: `kill -9 of the server under writes, ${server === undefined ? 'embedded database' : 'PostgreSQL'}`,
        volume: kills,
        goal: 200,
        seed,
        figures: {
          acked: found.acked,
          lost: 0,
          doubled: 0,
          terminalS: Math.round(found.terminalS),
        },
      })
    },
    240_000 + kills * 5_000,
  )

  it('fails this check if answers are not stored', async () => {
    const found = await killed('no-idempotency', 1)
    expect(found.doubled).toBeGreaterThan(0)
  }, 240_000)
})

const killed = async (mutant: Mutant | null, kills: number): Promise<Findings> => {
  const data = mkdtempSync(join(tmpdir(), 'fieldbook-crash-'))
  const name = `fieldbook_${randomUUID().replaceAll('-', '')}`
  const folder = join(data, 'database')
  if (server === undefined) await copyEmptyDatabase(folder)
  else await onServer(server, `create database ${name}`)
  try {
    const url = server === undefined ? null : new URL(server)
    if (url) url.pathname = `/${name}`
    return await crashTrial({
      database: url ? { url: url.href } : { folder },
      data,
      seed,
      kills,
      people: 200,
      lifeMs: 800,
      from: 'listening',
      atOnce: 6,
      mutant,
    })
  } finally {
    if (server !== undefined) await onServer(server, `drop database ${name} with (force)`)
    rmSync(data, { recursive: true, force: true })
  }
}
