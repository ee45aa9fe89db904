import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium, howToInstall } from '../../scripts/lib/system-packages.ts'
import { run, type Run } from '../../scripts/lib/tools.ts'
import type { Mutant } from './mutants.ts'
import { needsPostgres, onPostgres } from './on-postgres.ts'

/** Whether the check notices the bug. `scratch` is a copy of the project, which is as before afterwards. */
export const tryMutant = async (mutant: Mutant, scratch: string): Promise<boolean> => {
  const check = mutant.check.startsWith('tests/e2e/') ? journey : unitTest
  const counts = (output: string, outcome: 'passed' | 'failed'): boolean =>
    new RegExp(`^ +(Tests .*)?[1-9]\\d* ${outcome}`, 'm').test(output)
  if ('test' in mutant) {
    const { code, output } = await check(scratch, mutant.check, mutant.test)
    return code === 0 && counts(output, 'passed')
  }
  const { file, from, to } = mutant.edit
  const path = join(scratch, file)
  const before = readFileSync(path, 'utf8')
  if (!before.includes(from)) throw new Error(`${file} has no ${from}`)
  writeFileSync(
    path,
    before.replace(from, () => to),
  )
  try {
    const { code, output } = await check(scratch, mutant.check, mutant.named)
    // Otherwise the check has not run at all.
    return code !== 0 && counts(output, 'failed')
  } finally {
    writeFileSync(path, before)
  }
}

/** Arguments of Vitest. */
export const patiently = ['--config', 'bench/deep/vitest.patient.ts'] as const

const unitTest = async (cwd: string, file: string, title?: string): Promise<Run> => {
  const [, project = ''] = file.split('/')
  const named = title === undefined ? [] : ['--testNamePattern', title]
  const args = ['run', ...patiently, '--project', project, file, ...named]
  const test = (env: Record<string, string> = {}): Promise<Run> =>
    run('vitest', args, { cwd, env: { ...env, ...plain }, timeoutMs: 1_800_000 })
  return needsPostgres(file) ? onPostgres(test) : test()
}

/** Builds the app of the copy first, which takes a minute. */
const journey = (cwd: string, file: string, title?: string): Promise<Run> => {
  const chromium = findChromium()
  if (chromium === undefined) throw new Error(howToInstall.chromium)
  const args = ['test', file, '--workers=1', ...(title === undefined ? [] : ['--grep', title])]
  const env = { ...plain, CHROMIUM_PATH: chromium }
  return run('playwright', args, { cwd, env, timeoutMs: 1_800_000 })
}

const plain = { NO_COLOR: '1' }
