import { isBuilt } from './build.ts'
import { budgets } from './lib/budget-step.ts'
import { quickSteps } from './lib/quick-steps.ts'
import { runSteps, type Outcome } from './lib/steps.ts'

const began = performance.now()
const print = (text: string): void => void process.stdout.write(text)

const budgetsOfFreshBuild = (): Promise<Outcome> =>
  Promise.resolve(
    isBuilt()
      ? budgets()
      : { passed: 0, failed: 0, note: 'skipped: the build is older than the sources' },
  )

const { failed } = await runSteps(
  [...quickSteps(), { name: 'Budgets', run: budgetsOfFreshBuild }],
  print,
)
const seconds = Math.round((performance.now() - began) / 1000)
print(failed === 0 ? `All passed in ${seconds} s\n` : `${failed} failed in ${seconds} s\n`)
process.exitCode = failed === 0 ? 0 : 1
