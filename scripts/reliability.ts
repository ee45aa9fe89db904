import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { findChecks, fullVolumes, seeds, type Bench, type Check } from './lib/reliability/checks.ts'
import {
  afterRun,
  Entry,
  parseReport,
  withKnown,
  type FileRun,
  type Reported,
} from './lib/reliability/entries.ts'
import { reliabilityPage } from './lib/reliability/page.ts'
import { findChromium, findPostgres, howToInstall } from './lib/system-packages.ts'
import { startThrowawayPostgres } from './lib/throwaway-postgres.ts'
import { root, run, type Run } from './lib/tools.ts'
import { dayOf } from '../contract/core/days.ts'

const print = (text: string): void => void process.stdout.write(text)

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    only: { type: 'string' },
    postgres: { type: 'boolean', default: false },
    render: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const help = (): string =>
  [
    'npm run reliability -- [--full] [--only I14,I3] [--postgres] [--render]',
    '',
    'Runs the checks of the promises and writes docs/reliability.json and docs/reliability.md after each file.',
    '  --full      at the volumes that the promises ask for (hours): the variables below',
    '  --only      the checks of these promises; all others stay as they were found last',
    "  --postgres  the server's checks on PostgreSQL instead of the embedded database",
    '  --render    only writes the page again and names checks that have not run',
    '',
    'A variable that is set already wins. Volumes, with those of --full:',
    ...Object.entries(fullVolumes).map(([name, volume]) => `  ${name}=${volume}`),
    '',
    'Seeds; each check prints its own, and repeats a run by it:',
    `  ${seeds.join(', ')}`,
    '',
  ].join('\n')

const json = join(root, 'docs', 'reliability.json')
const page = join(root, 'docs', 'reliability.md')
/** Longer than any check at full volume on two cores: a hanging check must not block the run. */
const patienceMs = 4 * 3_600_000

const readEntries = (): Entry[] => {
  try {
    return z.parse(z.array(Entry), JSON.parse(readFileSync(json, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
const save = (entries: readonly Entry[]): void => {
  writeFileSync(json, `${JSON.stringify(entries, null, 2)}\n`)
  writeFileSync(page, reliabilityPage(entries))
}

const shared = () => {
  const programs = findPostgres()
  let postgres: ReturnType<typeof startThrowawayPostgres> | undefined
  let built: Promise<Run> | undefined
  return {
    postgres: () =>
      programs === undefined ? undefined : (postgres ??= startThrowawayPostgres(programs)),
    build: () => (built ??= run(process.execPath, ['scripts/build.ts'])),
    stop: async () => (await postgres)?.stop(),
  }
}

type Ran = { passed: boolean; output: string; reported: Reported[]; database?: Entry['database'] }

const runCheck = async (check: Check, using: ReturnType<typeof shared>): Promise<Ran | string> => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbook-reliability-'))
  const report = join(folder, 'report.ndjson')
  writeFileSync(report, '')
  const volumes = values.full
    ? Object.fromEntries(
        Object.entries(fullVolumes).map(([name, full]) => [name, process.env[name] ?? full]),
      )
    : {}
  const env: Record<string, string> = { ...volumes, FIELDBOOK_RELIABILITY: report, NO_COLOR: '1' }
  const ended = ({ code, output }: Run): Ran => ({
    passed: code === 0,
    output,
    reported: parseReport(readFileSync(report, 'utf8')),
  })
  try {
    const how = check.runs
    if (how.by === 'vitest') {
      const args = ['run', '--project', how.project, check.file]
      if (how.project !== 'server')
        return ended(await run('vitest', args, { env, timeoutMs: patienceMs }))
      const onPostgres = values.postgres || how.needsPostgres
      const server = onPostgres ? await using.postgres() : undefined
      if (onPostgres && server === undefined) return howToInstall.postgresql
      if (server !== undefined) env['TEST_DATABASE_URL'] = server.url
      const ran = ended(await run('vitest', args, { env, timeoutMs: patienceMs }))
      return { ...ran, database: server === undefined ? 'PGlite' : 'PostgreSQL' }
    }
    const chromium = findChromium()
    const needsBrowser = how.by === 'playwright' || how.bench.name === 'offline'
    if (needsBrowser && chromium === undefined) return howToInstall.chromium
    if (chromium !== undefined) env['CHROMIUM_PATH'] = chromium
    const built = needsBrowser ? await using.build() : undefined
    if (built && built.code !== 0) return { passed: false, output: built.output, reported: [] }
    if (how.by === 'playwright')
      return ended(await run('playwright', ['test', check.file], { env, timeoutMs: patienceMs }))
    const args = values.full ? how.bench.args.full : how.bench.args.some
    const bench = ['scripts/bench.mjs', how.bench.name, ...args]
    const { code, output } = await run(process.execPath, bench, { env, timeoutMs: patienceMs })
    const reported = readBench(how.bench, output)
    return { passed: code === 0 && reported.length > 0, output, reported }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const readBench = (bench: Bench, output: string): Reported[] => {
  try {
    return bench.read(JSON.parse(lastLine(output)))
  } catch {
    return []
  }
}

const lastLine = (output: string): string => output.trimEnd().split('\n').at(-1) ?? ''

const runChecks = async (checks: readonly Check[], known: readonly Entry[]): Promise<boolean> => {
  const using = shared()
  let entries = [...known]
  let allPassed = true
  try {
    for (const check of checks) {
      print(`${check.promises.join(', ')} ${check.file} ... `)
      const began = performance.now()
      // Any error counts as a failure of this check only.
      const ran = await runCheck(check, using).catch((error: unknown): Ran => ({
        passed: false,
        output: String(error),
        reported: [],
      }))
      const seconds = `${((performance.now() - began) / 1000).toFixed(0)} s`
      if (typeof ran === 'string') {
        print(`not run. ${ran}\n`)
        continue
      }
      const { file, promises } = check
      const date = dayOf(new Date())
      const done: FileRun = { file, promises, date, ...ran }
      entries = afterRun(entries, done)
      save(entries)
      print(`${ran.passed ? 'passed' : 'FAILED'}, ${ran.reported.length} reported (${seconds})\n`)
      if (!ran.passed) print(`${ran.output.trim()}\n\n`)
      allPassed &&= ran.passed
    }
  } finally {
    await using.stop()
  }
  return allPassed
}

if (values.help) print(help())
else {
  const checks = findChecks()
  const only = values.only?.split(',')
  const chosen = checks.filter(({ promises }) => !only || promises.some((id) => only.includes(id)))
  const entries = withKnown(readEntries(), checks)
  save(entries)
  if (!values.render && !(await runChecks(chosen, entries))) process.exitCode = 1
}
