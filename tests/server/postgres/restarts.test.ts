import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Mutant } from '../../kit/crash/orders.ts'
import { crashTrial, type DatabaseFaults, type Findings } from '../../kit/crash/trial.ts'
import { findPostgres, howToInstall } from '../../../scripts/lib/system-packages.ts'
import { startThrowawayPostgres, survivesKills } from '../../../scripts/lib/throwaway-postgres.ts'
import { reportPromise } from '../../kit/reliability.ts'

/** A short form of `npm run test:crash`; CRASH_POSTMASTER_KILLS=20 is the full volume. */
const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000)
const kills = Number(process.env['CRASH_POSTMASTER_KILLS'] ?? 2)

describe(`a server under writes whose PostgreSQL is killed and restarted (seed ${seed}, ${kills} kills of the postmaster, ${kills} restarts)`, () => {
  it(
    'stays up, loses no request, charges none twice and answers 503 meanwhile',
    async () => {
      const found = await underFaults(null, { kills, restarts: kills })
      expect(found).toMatchObject({ serverExits: 0, lost: 0, waiting: 0, doubled: 0 })
      expect(found).toMatchObject({ ledger: [], refused: [] })
      expect(found.terminalS).toBeLessThanOrEqual(60)
      expect(found.acked).toBeGreaterThan(0)
      reportPromise({
        promise: 'I3',
        check: 'kill -9 of the postmaster under writes, and as many restarts',
        volume: kills,
        goal: 20,
        seed,
        figures: { acked: found.acked, lost: 0, doubled: 0, serverExits: 0 },
      })
    },
    180_000 + kills * 30_000,
  )

  it('fails this check if connections have no error listener', async () => {
    const found = await underFaults('no-error-listener', { kills: 0, restarts: 4 })
    expect(found.serverExits).toBeGreaterThan(0)
  }, 240_000)
})

const underFaults = async (
  mutant: Mutant | null,
  faults: Omit<DatabaseFaults, 'server'>,
): Promise<Findings> => {
  const programs = findPostgres()
  if (programs === undefined) throw new Error(howToInstall.postgresql)
  const data = mkdtempSync(join(tmpdir(), 'fieldbook-crash-'))
  const server = await startThrowawayPostgres(programs, survivesKills)
  try {
    return await crashTrial({
      database: { url: server.url },
      data,
      seed,
      kills: 0,
      people: 200,
      lifeMs: 800,
      from: 'listening',
      atOnce: 8,
      mutant,
      faults: { ...faults, server },
    })
  } finally {
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
}
