import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { findPostgres, howToInstall } from '../../scripts/lib/system-packages.ts'
import { startThrowawayPostgres } from '../../scripts/lib/throwaway-postgres.ts'
import { root } from '../../scripts/lib/tools.ts'
import { runFolder } from '../../tests/kit/run-folder.ts'
import { fillDatabase } from './fill-database.ts'
import { fillDevice } from './fill-device.ts'

// npm run release:fixture -- 0.2.0: stores what this release leaves behind, a database and the unsent edits of a device,
// for the tests of every later release (tests/server/platform/db/releases.test.ts). Needs PostgreSQL's pg_dump.

const [release = ''] = process.argv.slice(2)
const folder = join(root, 'tests', 'fixtures', 'releases')

/** Without what only psql reads. */
const dump = async (programs: string, url: string): Promise<string> => {
  const args = ['--no-owner', '--schema=public', '--inserts', '--rows-per-insert=500', url]
  const { stdout } = await promisify(execFile)(join(programs, 'pg_dump'), args, {
    maxBuffer: 1 << 28,
  })
  return stdout
    .split('\n')
    .filter((line) => !/^(?:--|\\|create schema|comment on schema)/i.test(line) && line !== '')
    .join('\n')
}

const store = async (programs: string): Promise<void> => {
  const server = await startThrowawayPostgres(programs)
  try {
    runFolder()
    process.env['TEST_DATABASE_URL'] = server.url
    await fillDatabase(async ({ url, companies, counts }) => {
      const device = await fillDevice(companies)
      mkdirSync(folder, { recursive: true })
      for (const [name, content] of [
        [`${release}.sql.gz`, await dump(programs, url)],
        [`${release}.json.gz`, JSON.stringify({ counts, device })],
      ] as const) {
        const compressed = gzipSync(content, { level: 9 })
        writeFileSync(join(folder, name), compressed)
        process.stdout.write(`${name} ${Math.ceil(compressed.byteLength / 1000)} KB\n`)
      }
    })
  } finally {
    await server.stop()
  }
}

const programs = findPostgres()
const problem = !/^\d+\.\d+\.\d+$/.test(release)
  ? 'Usage: npm run release:fixture -- <release, as 0.1.0>'
  : programs === undefined
    ? howToInstall.postgresql
    : undefined
if (problem !== undefined || programs === undefined) {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
} else await store(programs)
