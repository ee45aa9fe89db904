import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { vitestOutcome } from './counts.ts'
import { oneCheck, type Outcome, type Step } from './steps.ts'
import { run } from './tools.ts'

/** The steps that need no database and no browser. */
export const quickSteps = (): Step[] => [
  { name: 'Types', run: () => oneCheck(run('tsc', ['-b'])) },
  { name: 'Lint', run: () => oneCheck(run('oxlint', ['--type-aware', '--deny-warnings'])) },
  { name: 'Formatting', run: () => oneCheck(run('oxfmt', ['--check', '.'])) },
  { name: 'Dead code', run: () => oneCheck(run('knip', [])) },
  { name: 'The house', run: () => vitest(['--project', 'house']) },
]

/** A Vitest run, counted. */
export const vitest = async (
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Outcome> => {
  const report = join(mkdtempSync(join(tmpdir(), 'fieldbook-vitest-')), 'report.json')
  const ran = await run(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
    { env: { ...env, NO_COLOR: '1' } },
  )
  const outcome = vitestOutcome(report, { ...ran, output: withoutSuccesses(ran.output) })
  rmSync(dirname(report), { recursive: true, force: true })
  return outcome
}

/** What failed, without the list of what passed. */
const withoutSuccesses = (output: string): string =>
  output
    .split('\n')
    .filter((line) => !/^\s*[✓√]/.test(line))
    .join('\n')
