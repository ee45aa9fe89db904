import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { vitestOutcome } from './counts.ts'
import { commandOutcome, type Outcome, type Step } from './steps.ts'
import { run } from './tools.ts'

export const quickSteps = (): Step[] => [
  { name: 'Types', run: () => commandOutcome(run('tsc', ['-b'])) },
  { name: 'Lint', run: () => commandOutcome(run('oxlint', ['--type-aware', '--deny-warnings'])) },
  { name: 'Formatting', run: () => commandOutcome(run('oxfmt', ['--check', '.'])) },
  { name: 'Dead code', run: () => commandOutcome(run('knip', [])) },
  { name: 'The house', run: () => vitest(['--project', 'house']) },
]

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

const withoutSuccesses = (output: string): string =>
  output
    .split('\n')
    .filter((line) => !/^\s*[✓√]/.test(line))
    .join('\n')
