import { join } from 'node:path'
import { checkBudgets } from '../budgets.ts'
import type { Outcome } from './steps.ts'
import { root } from './tools.ts'

export const budgets = (): Outcome => {
  const lines: string[] = []
  const isWithinBudget = checkBudgets(join(root, 'dist'), (line) => lines.push(line))
  return {
    passed: isWithinBudget ? 1 : 0,
    failed: isWithinBudget ? 0 : 1,
    output: lines.join('\n'),
  }
}
