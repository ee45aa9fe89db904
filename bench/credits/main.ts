import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findPostgres } from '../../scripts/lib/system-packages.ts'
import { startThrowawayPostgres } from '../../scripts/lib/throwaway-postgres.ts'
import { openDatabase } from '../../server/platform/db/db.ts'
import { tableOf } from '../support/table.ts'
import { measure, type Figures } from './measure.ts'

/**
 * Charges of the ledger per second: a hold and a charge are two transactions, as for a download, and unlock one
 * record each. `--charges n` sets how many of each kind, `--url` uses your own PostgreSQL server instead of a
 * throwaway one (which does not wait for the disk).
 */
const { values: options } = parseArgs({
  options: { charges: { type: 'string', default: '1000' }, url: { type: 'string' } },
})
const charges = Number(options.charges)
const say = (text: string): void => void process.stdout.write(`${text}\n`)

const onPglite = async (): Promise<Figures> => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbook-bench-credits-'))
  const db = await openDatabase({ folder: join(folder, 'database') })
  try {
    return await measure(db, charges)
  } finally {
    await db.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const onPostgres = async (): Promise<Figures | null> => {
  const programs = findPostgres()
  if (options.url === undefined && programs === undefined) return null
  const server =
    options.url === undefined && programs !== undefined
      ? await startThrowawayPostgres(programs)
      : { url: options.url ?? '', stop: () => Promise.resolve() }
  try {
    const db = await openDatabase({ url: server.url })
    try {
      return await measure(db, charges)
    } finally {
      await db.close()
    }
  } finally {
    await server.stop()
  }
}

const pglite = await onPglite()
const postgres = await onPostgres()
if (postgres === null) say('There is no PostgreSQL on this machine: its side is skipped')

const shown = (value: number | undefined): string => (value === undefined ? '-' : String(value))
const row = (name: string, of: (figures: Figures) => number): string[] => [
  name,
  shown(of(pglite)),
  shown(postgres === null ? undefined : of(postgres)),
]
say(
  tableOf(
    ['', 'PGlite', 'PostgreSQL'],
    [
      row('one organisation, one after the other: charges/s', (figures) => figures.alone_per_s),
      row('  ms a charge, p95', (figures) => figures.alone_p95_ms),
      row('one organisation, 8 at once: charges/s', (figures) => figures.shared_per_s),
      row('16 organisations, 16 at once: charges/s', (figures) => figures.many_per_s),
      row('1,000 records in one charge: records/s', (figures) => figures.bulk_records_per_s),
      row('entries in the ledgers at the end', (figures) => figures.entries),
      row('  speed there, of that at the beginning', (figures) => figures.late_ratio),
      row('  ms for the audit of all of them', (figures) => figures.audit_ms),
      row('  what does not add up', (figures) => figures.mismatches),
    ],
  ),
)
say(JSON.stringify({ charges, pglite, postgres }))
