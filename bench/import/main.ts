import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { importFile } from '../../server/importers/run.ts'
import { openDatabase, type DatabaseLocation } from '../../server/platform/db/db.ts'
import { findPostgres } from '../../scripts/lib/system-packages.ts'
import { startThrowawayPostgres } from '../../scripts/lib/throwaway-postgres.ts'
import { measureMs, roundFigure } from '../support/timing.ts'

/**
 * node bench/import/main.ts --rows 50000: rows per second of two registers (ABN bulk extract, XML; ASIC's dataset, TSV), a table of
 * companies (People Data Labs, CSV) and of people (CSV), new and repeated, on PGlite and on its own PostgreSQL, beside COPY of
 * ASIC's rows into a table without indexes. --format asic measures one file, --no-embedded leaves out PGlite. All data is invented.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '50000' },
    format: { type: 'string' },
    embedded: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const rows = Number(values.rows)
const folder = await mkdtemp(join(tmpdir(), 'fieldbook-bench-import-'))
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const states = ['NSW', 'VIC', 'QLD', 'WA', 'SA', 'TAS', 'ACT', 'NT']
const treeNames =
  'kauri rimu totara wattle banksia hakea grevillea casuarina melaleuca dryandra'.split(' ')
type Measured = Record<string, number>

const files = {
  'abn-bulk': join(folder, 'register.xml'),
  asic: join(folder, 'register.csv'),
  'people-csv': join(folder, 'people.csv'),
  pdl: join(folder, 'companies.csv'),
}

try {
  if (isWanted('abn-bulk')) await write(files['abn-bulk'], register())
  await write(files.asic, dataset())
  if (isWanted('people-csv')) await write(files['people-csv'], people())
  if (isWanted('pdl')) await write(files.pdl, table())
  say(`${rows.toLocaleString('en-AU')} rows a file; rows per second\n`)
  say(['database', 'file', 'new', 'again', 'dry run'].map((cell) => cell.padStart(12)).join(''))
  const result: Record<string, Measured> = {}
  if (values.embedded)
    result['pglite'] = await measureImport('PGlite', { folder: join(folder, 'pglite') })
  const programs = findPostgres()
  if (programs === undefined) say('PostgreSQL is not installed here; skipped.')
  else {
    const server = await startThrowawayPostgres(programs)
    try {
      const measured = await measureImport('PostgreSQL', { url: server.url })
      const copy = await measureCopy(server.url)
      result['postgres'] = measured
      result['copy'] = {
        asic: Math.round(copy),
        ...(isWanted('asic') && { ratio: roundFigure((measured['asic_new'] ?? 0) / copy) }),
      }
    } finally {
      await server.stop()
    }
  }
  say(
    `\n${JSON.stringify({ rows, ...result, rss_mb: Math.round(process.resourceUsage().maxRSS / 1024) })}`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function isWanted(format: string): boolean {
  return values.format === undefined || values.format === format
}

/** Rows a second of the dataset as it is, with all its columns as text. */
async function measureCopy(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const columns = Array.from({ length: 15 }, (_, column) => `c${column} text`)
    await client.query(`create table bare_copy (${columns.join(', ')})`)
    const ms = await measureMs(() =>
      pipeline(createReadStream(files.asic), client.query(copyFrom('copy bare_copy from stdin'))),
    )
    const speed = (rows * 1000) / ms
    say(
      ['PostgreSQL', 'asic', Math.round(speed), 'COPY', 'bare table']
        .map((cell) => cell.toLocaleString('en-AU').padStart(12))
        .join(''),
    )
    return speed
  } finally {
    await client.end()
  }
}

async function measureImport(title: string, database: DatabaseLocation): Promise<Measured> {
  const db = await openDatabase(database)
  const found: Measured = {}
  try {
    for (const [format, path] of Object.entries(files)) {
      if (!isWanted(format)) continue
      const speeds: number[] = []
      for (const dryRun of [false, false, true]) {
        const summary = await importFile(db, {
          path,
          format,
          modified: '2026-03-02',
          rejectFolder: folder,
          dryRun,
        })
        if (summary.rejected > 0) throw new Error(`${summary.rejected} rows were rejected`)
        speeds.push(summary.rowsPerSecond)
      }
      const [fresh = 0, again = 0, dry = 0] = speeds
      Object.assign(found, { [`${format}_new`]: fresh, [`${format}_again`]: again })
      say(
        [title, format, fresh, again, dry]
          .map((cell) => cell.toLocaleString('en-AU').padStart(12))
          .join(''),
      )
    }
    return found
  } finally {
    await db.close()
  }
}

async function write(path: string, lines: Iterable<string>): Promise<void> {
  const stream = createWriteStream(path)
  for (const line of lines) stream.write(`${line}\n`)
  stream.end()
  await finished(stream)
}

function* register(): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<Transfer><TransferInfo><ExtractTime>2026-03-04T06:00:00</ExtractTime></TransferInfo>'
  for (let row = 0; row < rows; row++) {
    const abn = abnOf(row)
    yield `<ABR recordLastUpdatedDate="20250110" replaced="N"><ABN status="ACT" ABNStatusFromDate="20000101">${abn}</ABN><EntityType><EntityTypeInd>PRV</EntityTypeInd><EntityTypeText>Australian Private Company</EntityTypeText></EntityType><MainEntity><NonIndividualName type="MN"><NonIndividualNameText>${nameOf(row).toUpperCase()} PTY LTD</NonIndividualNameText></NonIndividualName><BusinessAddress><AddressDetails><State>${states[row % 8] ?? ''}</State><Postcode>${2000 + (row % 5000)}</Postcode></AddressDetails></BusinessAddress></MainEntity><GST status="ACT" GSTStatusFromDate="20000701" /></ABR>`
  }
  yield '</Transfer>'
}

function* dataset(): Generator<string> {
  yield 'Company Name\tACN\tType\tClass\tSub Class\tStatus\tDate of Registration\tDate of Deregistration\tPrevious State of Registration\tState Registration number\tModified since last report\tCurrent Name Indicator\tABN\tCurrent Name\tCurrent Name Start Date'
  for (let row = 0; row < rows; row++)
    yield `${nameOf(row).toUpperCase()} HOLDINGS PTY LTD\t${acnOf(row)}\tAPTY\tLMSH\tPROP\tREGD\t01/03/2000\t\tVIC\t\t\tY\t0\t\t`
}

/** Five people at each company. */
function* people(): Generator<string> {
  yield 'First Name,Last Name,Job Title,Company,Website,Email,Mobile,LinkedIn URL,City,State,Country'
  for (let row = 0; row < rows; row++) {
    const company = Math.floor(row / 5)
    const last = Array.from(String(row), (digit) => 'abcdefghij'.charAt(Number(digit))).join('')
    yield `Testa,Sample-${last},Sales Manager,${nameOf(company)} people,p${company}.example,t${row}@p${company}.example,0491 570 156,linkedin.com/in/testa-${row}-example,Perth,WA,Australia`
  }
}

function* table(): Generator<string> {
  yield '"","name","domain","year founded","industry","size range","locality","country","linkedin url","current employee estimate","total employee estimate"'
  for (let row = 0; row < rows; row++)
    yield `"${row}","${nameOf(row)} works","c${row}.example","${1950 + (row % 70)}","construction","11 - 50","perth, western australia, australia","australia","linkedin.com/company/c${row}-example","${row % 50}","${row % 90}"`
}

function nameOf(row: number): string {
  return `${treeNames[row % 10] ?? ''} ${treeNames[Math.floor(row / 10) % 10] ?? ''} ${row.toString(36)}`
}

function acnOf(row: number): string {
  const start = String(90_000_000 + row)
  const sum = Array.from(start, Number).reduce((total, digit, at) => total + digit * (8 - at), 0)
  return `${start}${(10 - (sum % 10)) % 10}`
}

function abnOf(row: number): string {
  const rest = String(800_000_000 + row)
  const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
  for (let start = 10; start < 100; start++) {
    const digits = Array.from(`${start}${rest}`, Number)
    const sum = digits.reduce(
      (total, digit, at) => total + (digit - (at === 0 ? 1 : 0)) * (weights[at] ?? 0),
      0,
    )
    if (sum % 89 === 0) return `${start}${rest}`
  }
  throw new Error('every number has check digits')
}
