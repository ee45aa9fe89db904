import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../../scripts/lib/tools.ts'
import type { Mutant } from './mutants.ts'

/** Whether the check notices the bug. `scratch` is a copy of the project, which is as before afterwards. */
export const tryMutant = async (mutant: Mutant, scratch: string): Promise<boolean> => {
  const [, project = ''] = mutant.check.split('/')
  const check = (...more: string[]) =>
    run('vitest', ['run', '--project', project, mutant.check, ...more], {
      cwd: scratch,
      timeoutMs: 600_000,
    })
  if ('test' in mutant) {
    const { code, output } = await check('--testNamePattern', mutant.test)
    return code === 0 && /Tests .*[1-9]\d* passed/.test(output)
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
    const { code, output } = await check()
    // Otherwise the check has not run at all.
    return code !== 0 && /Tests .*\d+ failed/.test(output)
  } finally {
    writeFileSync(path, before)
  }
}
