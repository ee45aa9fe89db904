import { readFileSync } from 'node:fs'
import type { Outcome } from './steps.ts'
import type { Run } from './tools.ts'

/** A file that did not load, and a run that failed although every test passed (an error outside the tests), count as failures. */
export const vitestOutcome = (reportFile: string, { code, output }: Run): Outcome => {
  const report = readJson(reportFile)
  if (!hasNumbers(report, ['numPassedTests', 'numFailedTests', 'numFailedTestSuites']))
    return { passed: 0, failed: 1, output }
  const files: unknown = 'testResults' in report ? report['testResults'] : []
  const unloaded = Array.isArray(files) ? files.filter(didNotLoad).length : 0
  const failed = report['numFailedTests'] + unloaded
  return {
    ...leftOut(Number(report['numPendingTests'] ?? 0)),
    passed: report['numPassedTests'],
    failed: failed === 0 && code !== 0 ? 1 : failed,
    output,
  }
}

/** A flaky test counts as failed, and so does a run without tests. */
export const playwrightOutcome = (reportFile: string, { code, output }: Run): Outcome => {
  const report = readJson(reportFile)
  const stats = typeof report === 'object' && report !== null && 'stats' in report && report.stats
  if (!hasNumbers(stats, ['expected', 'unexpected', 'flaky', 'skipped']))
    return { passed: 0, failed: 1, output }
  const failed = stats['unexpected'] + stats['flaky']
  return {
    ...leftOut(stats['skipped']),
    passed: stats['expected'],
    failed: failed === 0 && (code !== 0 || stats['expected'] === 0) ? 1 : failed,
    output,
  }
}

const leftOut = (count: number): { note?: string } =>
  count === 0 ? {} : { note: `ok, ${count} skipped` }

const didNotLoad = (file: unknown): boolean =>
  typeof file === 'object' &&
  file !== null &&
  'status' in file &&
  file.status === 'failed' &&
  'assertionResults' in file &&
  Array.isArray(file.assertionResults) &&
  file.assertionResults.length === 0

const hasNumbers = <Key extends string>(
  value: unknown,
  keys: readonly Key[],
): value is Record<Key, number> & Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  keys.every((key) => key in value && typeof Reflect.get(value, key) === 'number')

const readJson = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
