import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findChecks, fullVolumes, seeds } from '../../scripts/lib/reliability/checks.ts'
import {
  afterRun,
  parseReport,
  withKnown,
  type Entry,
  type FileRun,
} from '../../scripts/lib/reliability/entries.ts'
import { root } from '../../scripts/lib/tools.ts'

const file = 'tests/server/x.test.ts'
const line = {
  promise: 'I1',
  check: 'sequences',
  volume: 10,
  goal: 100,
  figures: { lost: 0, ran: 2 },
}
const ran: FileRun = {
  file,
  promises: ['I1'],
  reported: [line],
  passed: true,
  date: '2026-03-15',
  database: 'PGlite',
}
const entry: Entry = { ...line, file, result: 'passed', date: '2026-03-15', database: 'PGlite' }

describe('the record of the promises', () => {
  it('stores what a passed check reported', () => {
    expect(afterRun([], ran)).toEqual([entry])
  })

  it('adds up the lines of one check', () => {
    const [only, ...rest] = afterRun([], { ...ran, reported: [line, { ...line, seed: 7 }] })
    expect(rest).toEqual([])
    expect(only).toMatchObject({ volume: 20, figures: { lost: 0, ran: 4 }, seed: 7 })
  })

  it("replaces the file's earlier results on the same database only", () => {
    const other: Entry = { ...entry, file: 'tests/server/y.test.ts' }
    const elsewhere: Entry = { ...entry, database: 'PostgreSQL' }
    const after = afterRun([entry, other, elsewhere], {
      ...ran,
      reported: [{ ...line, check: 'renamed' }],
      date: '2026-03-16',
    })
    expect(after.map(({ check, date, database }) => [check, date, database])).toEqual([
      ['renamed', '2026-03-16', 'PGlite'],
      ['sequences', '2026-03-15', 'PostgreSQL'],
      ['sequences', '2026-03-15', 'PGlite'],
    ])
  })

  it('marks every reported or known check of a failed file as failed', () => {
    const failed = { ...ran, passed: false, reported: [], date: '2026-03-16' }
    expect(afterRun([entry], failed)).toEqual([
      { ...entry, volume: 0, result: 'failed', date: '2026-03-16' },
    ])
    expect(afterRun([], failed)).toMatchObject([{ promise: 'I1', check: file, result: 'failed' }])
    expect(afterRun([], { ...ran, passed: false })).toMatchObject([
      { volume: 10, result: 'failed' },
    ])
  })

  it('clears the failure once the file passes', () => {
    const failed = afterRun([], { ...ran, passed: false, reported: [] })
    expect(afterRun(failed, ran)).toEqual([entry])
  })

  it('lists checks that have not run, and drops removed ones', () => {
    const known = [{ file, promises: ['I1', 'I2'] }]
    const entries = withKnown([entry, { ...entry, file: 'tests/server/gone.test.ts' }], known)
    expect(entries.map(({ promise, result, date }) => [promise, result, date])).toEqual([
      ['I1', 'passed', '2026-03-15'],
      ['I2', 'not run', null],
    ])
    expect(
      afterRun(entries, { ...ran, promises: ['I2'], reported: [{ ...line, promise: 'I2' }] }),
    ).toHaveLength(2)
  })

  it('skips the half line of a killed process', () => {
    expect(parseReport(`${JSON.stringify(line)}\n{"promise":"I2","che`)).toEqual([line])
  })
})

describe('the checks of this project', () => {
  it('are found by their imports, with the promises they report', () => {
    const walks = findChecks().find(({ file }) => file === 'tests/server/app/walks.test.ts')
    expect(walks).toMatchObject({ promises: ['I14'], runs: { by: 'vitest', project: 'server' } })
    expect(findChecks().every(({ promises }) => promises.length > 0)).toBe(true)
  })

  it('run on PostgreSQL where vitest skips them without it, and else on the embedded database', () => {
    const needing = findChecks().filter(({ runs }) => runs.by === 'vitest' && runs.needsPostgres)
    const files = needing.map(({ file }) => file)
    expect(files).toContain('tests/server/postgres/restarts.test.ts')
    expect(files).toContain('tests/server/app/crash.test.ts')
    expect(files).not.toContain('tests/server/records/contact-walk.test.ts')
  })

  it('read only environment variables that `npm run reliability -- --help` lists', () => {
    // Exception: one for a smaller part of a check.
    const known = new Set([...Object.keys(fullVolumes), ...seeds, 'MERGE_SERVED'])
    const unknown = findChecks().flatMap(({ file }) =>
      numbersReadIn(readFileSync(join(root, file), 'utf8'))
        .filter((name) => !known.has(name))
        .map((name) => `${file}: ${name}`),
    )
    expect(unknown).toEqual([])
    expect(numbersReadIn("Number(process.env['A_B'] ?? 1) + Number(process.env.C ?? 2)")).toEqual([
      'A_B',
      'C',
    ])
  })

  it("give each promise its figures from a bench's last line", () => {
    const found = { flaps: 50, edits: 9, lost: 0, doubled: 0, diverged: 0, drain_s: 1 }
    const offline = findChecks().find(({ file }) => file === 'bench/offline/main.ts')
    const read = offline?.runs.by === 'bench' ? offline.runs.bench.read : undefined
    expect(read?.({ simulated: found, browser: found })).toMatchObject([
      { promise: 'I8', volume: 50, goal: 20_000 },
      { promise: 'I9', volume: 50, goal: 3_000 },
    ])
  })
})

const numbersReadIn = (source: string): string[] =>
  [...source.matchAll(/Number\(process\.env(?:\.|\[')([A-Z_]+)/g)].map(([, name = '']) => name)
