import { join } from 'node:path'
import { checkBudgets } from '../budgets.ts'
import type { Outcome } from './steps.ts'
import { root } from './tools.ts'

/** What a first visit to the built app costs, against what it may cost. */
export const budgets = (): Outcome => {
  const lines: string[] = []
  const kept = checkBudgets(join(root, 'dist'), (line) => lines.push(line))
  return { passed: kept ? 1 : 0, failed: kept ? 0 : 1, output: lines.join('\n') }
}
