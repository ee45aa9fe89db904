import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { budgets } from './lib/budget-step.ts'
import { playwrightOutcome } from './lib/counts.ts'
import { quickSteps, vitest } from './lib/quick-steps.ts'
import { commandOutcome, runSteps, type Outcome, type Step } from './lib/steps.ts'
import { findChromium, findPostgres, howToInstall, installMissing } from './lib/system-packages.ts'
import { findOpenSearch, startThrowawayCluster } from './lib/throwaway-opensearch.ts'
import { startThrowawayPostgres } from './lib/throwaway-postgres.ts'
import { run } from './lib/tools.ts'

const print = (text: string): void => void process.stdout.write(text)

const everyProjectButTheHouse = [
  'contract',
  'server',
  'demo',
  'emulators',
  'scripts',
  'src',
  'sw',
  'spec',
  'spec-screens',
].flatMap((name) => ['--project', name])

const onPostgres = async (): Promise<Outcome> => {
  const programs = findPostgres()
  if (programs === undefined)
    return { passed: 0, failed: 0, note: `skipped. ${howToInstall.postgresql}` }
  const server = await startThrowawayPostgres(programs)
  try {
    const outcome = await vitest(['--project', 'server', '--project', 'demo'], {
      TEST_DATABASE_URL: server.url,
    })
    return { ...outcome, note: `PostgreSQL ${server.version}, ${outcome.note ?? 'ok'}` }
  } finally {
    await server.stop()
  }
}

/** Three nodes take minutes to start and to be filled: `FIELDBOOK_NEED=opensearch` says that this run has them. */
const onOpenSearch = async (): Promise<Outcome> => {
  if (process.env['FIELDBOOK_NEED'] !== 'opensearch')
    return { passed: 0, failed: 0, note: 'skipped. Set FIELDBOOK_NEED=opensearch to run it.' }
  const found = await findOpenSearch()
  if (typeof found === 'string') return { passed: 0, failed: 1, output: found }
  const cluster = await startThrowawayCluster(found)
  try {
    return await vitest(['--project', 'server', 'tests/server/search/cluster'], {
      TEST_SEARCH_URL: cluster.urls,
    })
  } finally {
    await cluster.stop()
  }
}

/** Journeys mostly wait for a screen. Each worker has a product of its own, and takes the next file when it has ended one. */
const journeyWorkers = 2

const journeys = async (): Promise<Outcome> => {
  const chromium = findChromium()
  if (chromium === undefined) return { passed: 0, failed: 1, output: howToInstall.chromium }
  const folder = mkdtempSync(join(tmpdir(), 'fieldbook-journeys-'))
  const report = join(folder, 'report.json')
  const ran = await run(
    'playwright',
    ['test', '--reporter=line,json', `--workers=${journeyWorkers}`],
    { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, CHROMIUM_PATH: chromium, NO_COLOR: '1' } },
  )
  const outcome = playwrightOutcome(report, ran)
  rmSync(folder, { recursive: true, force: true })
  return outcome
}

// Beside the first steps, which need none of them.
const installing = installMissing()

const steps: Step[] = [
  ...quickSteps(),
  { name: 'Unit and screen tests', run: () => vitest(everyProjectButTheHouse) },
  { name: 'System packages', run: () => installing },
  { name: 'Server tests on PostgreSQL', run: onPostgres },
  { name: 'Search on OpenSearch', run: onOpenSearch },
  { name: 'Build', run: () => commandOutcome(run(process.execPath, ['scripts/build.ts'])) },
  { name: 'Budgets', run: () => Promise.resolve().then(budgets) },
  { name: 'Browser journeys', run: journeys },
]

const { passed, failed } = await runSteps(steps, print)
print(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
