import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { Entry } from '../../scripts/lib/reliability/entries.ts'
import { promises } from '../../scripts/lib/reliability/promises.ts'
import { root, run } from '../../scripts/lib/tools.ts'
import { createScratch } from '../../tests/kit/scratch.ts'
import { runAttack } from './attack.ts'
import { mutants } from './mutants.ts'
import { tryMutant } from './try-mutant.ts'

// npm run test:deep -- [--only attack,I1,I22] [--some] [--mutants]: runs the tests that hold the attack's findings closed, then the
// checks of every promise at full volume (hours), writes docs/reliability.md, and plants a bug of each that a check must notice. A
// JSON line for the attack and for each promise. --some takes the volumes of npm test; --mutants runs only the bugs.

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    some: { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
  },
})
const only = values.only?.split(',')

const runChecks = async (promise: string): Promise<{ passed: boolean; figures: object }> => {
  const args = ['scripts/reliability.mjs', '--only', promise, ...(values.some ? [] : ['--full'])]
  const { code } = await run(process.execPath, args, { show: false })
  const json: unknown = JSON.parse(readFileSync(join(root, 'docs', 'reliability.json'), 'utf8'))
  const checks = z.parse(z.array(Entry), json).filter((entry) => entry.promise === promise)
  const figures = checks.map(({ check, volume, goal, seed }) => ({ check, volume, goal, seed }))
  return { passed: code === 0, figures }
}

if (!values.mutants && (!only || only.includes('attack'))) {
  const began = performance.now()
  const attack = await runAttack()
  const seconds = Math.round((performance.now() - began) / 1000)
  process.stdout.write(`${JSON.stringify({ step: 'attack', ...attack, seconds })}\n`)
  if (attack.open > 0) process.exitCode = 1
}

const scratch = createScratch()
try {
  for (const { id } of promises.filter((each) => !only || only.includes(each.id))) {
    const began = performance.now()
    const ran = values.mutants ? {} : await runChecks(id)
    const missed: string[] = []
    const planted = mutants.filter(({ promise }) => promise === id)
    for (const mutant of planted)
      if (!(await tryMutant(mutant, scratch.folder))) missed.push(mutant.bug)
    const seconds = Math.round((performance.now() - began) / 1000)
    const line = { promise: id, ...ran, mutants: planted.length, missed, seconds }
    process.stdout.write(`${JSON.stringify(line)}\n`)
    if (missed.length > 0 || ('passed' in ran && !ran.passed)) process.exitCode = 1
  }
} finally {
  scratch.remove()
}
