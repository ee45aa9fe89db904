import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findPostgres, howToInstall } from '../../scripts/lib/system-packages.ts'
import { startThrowawayPostgres, survivesKills } from '../../scripts/lib/throwaway-postgres.ts'
import { crashTrial, type Findings, type Trial } from '../../tests/kit/crash/trial.ts'

// npm run test:crash -- [--seed 1] [--kills 200] [--postmaster-kills 20] [--restarts 20] [--life 1] [--only
// postgres|pglite|mutants]: kills the server repeatedly during download requests, on PostgreSQL and on the embedded
// database; then kills and restarts PostgreSQL under the server. The last line is JSON; the seed repeats moments and
// requests, the rest depends on the machine.

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    kills: { type: 'string', default: '200' },
    'postmaster-kills': { type: 'string', default: '20' },
    restarts: { type: 'string', default: '20' },
    life: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
})
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const kills = Number(values.kills)
const postmasterKills = Number(values['postmaster-kills'])
const restarts = Number(values.restarts)
/**
 * A factor for the lifetime of a server compared with two idle cores: a busy machine acknowledges less in the same
 * time.
 */
const longer = Number(values.life)
const isSelected = (part: 'postgres' | 'pglite' | 'mutants'): boolean =>
  values.only === undefined || values.only === part
const print = (line = ''): void => void process.stdout.write(`${line}\n`)

type Sort = 'postgres' | 'pglite'
const sorts: Record<Sort, Pick<Trial, 'people' | 'lifeMs' | 'from' | 'atOnce'>> = {
  postgres: { people: 9_000, lifeMs: 1_600, from: 'listening', atOnce: 16 },
  // Some kills hit a database while it starts.
  pglite: { people: 2_000, lifeMs: 1_500, from: 'spawn', atOnce: 6 },
}

const runTrial = async (
  sort: Sort,
  database: Trial['database'],
  data: string,
  further: Pick<Trial, 'kills' | 'mutant' | 'faults'>,
): Promise<Findings> => {
  const { faults, mutant } = further
  print(
    `${sort}, seed ${seed}, ${further.kills} kills${faults ? `, ${faults.kills} of the postmaster, ${faults.restarts} restarts of it` : ''}${mutant ? `, ${mutant}` : ''}`,
  )
  const began = performance.now()
  const found = await crashTrial({
    ...sorts[sort],
    lifeMs: sorts[sort].lifeMs * longer,
    ...further,
    database,
    data,
    seed,
    onKill: (done, acked) => {
      if (done % 20 === 0) print(`  ${done} kills, ${acked} acknowledged`)
    },
  })
  const { acked, lost, waiting, doubled, ledger, failedBoots, serverExits } = found
  const { terminalS, byStatus, notes } = found
  print(
    `  ${acked} acknowledged, ${lost} lost, ${waiting} waiting, ${doubled} doubled, ${failedBoots} failed boots, ${serverExits} server exits, ledger ${ledger.length === 0 ? 'exact' : 'WRONG'}, all over after ${terminalS.toFixed(1)} s; ${JSON.stringify(byStatus)}; ${Math.round((performance.now() - began) / 1000)} s`,
  )
  for (const line of [...ledger, ...notes]) print(`    ${line}`)
  return found
}

const folder = mkdtempSync(join(tmpdir(), 'fieldbook-crash-'))
const tenths = (seconds: number): number => Math.round(seconds * 10) / 10
const isClean = (found: Findings): boolean =>
  found.lost +
    found.waiting +
    found.doubled +
    found.ledger.length +
    found.failedBoots +
    found.serverExits +
    found.refused.length ===
    0 && found.terminalS <= 60
let passed = true
const expect = (right: boolean, otherwise: string): void => {
  if (right) return
  passed = false
  print(`FAILED: ${otherwise}`)
}

try {
  const result: Partial<Record<Sort, object>> = {}
  const programs = findPostgres()
  if (programs === undefined) print(`PostgreSQL left out. ${howToInstall.postgresql}`)
  if (programs !== undefined && isSelected('postgres')) {
    const server = await startThrowawayPostgres(programs, survivesKills)
    try {
      const data = join(folder, 'postgres')
      const faults = { server, kills: postmasterKills, restarts }
      const further = { kills, mutant: null, faults }
      const found = await runTrial('postgres', { url: server.url }, data, further)
      const { acked, lost, doubled, serverExits, terminalS } = found
      result.postgres = {
        kills,
        postmaster_kills: postmasterKills,
        acked,
        lost,
        doubled,
        server_exits: serverExits,
        terminal_s: tenths(terminalS),
      }
      expect(isClean(found), 'PostgreSQL')
    } finally {
      await server.stop()
    }
  }
  for (const mutant of ['no-idempotency', 'no-transaction', 'no-error-listener'] as const) {
    if (programs === undefined || !isSelected('mutants')) break
    const server = await startThrowawayPostgres(programs, survivesKills)
    try {
      const few = Math.max(5, Math.ceil(kills / 20))
      const data = join(folder, mutant)
      const further =
        mutant === 'no-error-listener'
          ? { kills: 0, mutant, faults: { server, kills: few, restarts: few } }
          : { kills: few, mutant }
      const found = await runTrial('postgres', { url: server.url }, data, further)
      expect(!isClean(found), `no check noticed ${mutant}`)
    } finally {
      await server.stop()
    }
  }
  if (isSelected('pglite')) {
    const data = join(folder, 'pglite')
    const database = { folder: join(data, 'database') }
    const found = await runTrial('pglite', database, data, { kills, mutant: null })
    const { acked, lost, waiting, doubled, terminalS } = found
    result.pglite = { kills, acked, lost, waiting, doubled, terminal_s: tenths(terminalS) }
    expect(isClean(found), 'PGlite')
  }
  print(JSON.stringify(result))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = passed ? 0 : 1
