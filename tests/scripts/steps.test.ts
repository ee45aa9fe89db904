import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { playwrightOutcome, vitestOutcome } from '../../scripts/lib/counts.ts'
import { runSteps } from '../../scripts/lib/steps.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldbook-steps-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const report = (content: unknown): string => {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}
const good = { code: 0, output: '' }
const bad = { code: 1, output: 'what went wrong' }

describe('the outcome of a Vitest run', () => {
  const counts = { numPassedTests: 7, numFailedTests: 0, numFailedTestSuites: 0, testResults: [] }

  it('counts its tests', () => {
    expect(vitestOutcome(report(counts), good)).toMatchObject({ passed: 7, failed: 0 })
    expect(vitestOutcome(report({ ...counts, numFailedTests: 2 }), bad)).toMatchObject({
      passed: 7,
      failed: 2,
    })
  })

  it('is a failure when a file did not load', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{}] },
    ]
    expect(vitestOutcome(report({ ...counts, testResults }), bad)).toMatchObject({ failed: 1 })
  })

  it('notes how many tests were skipped', () => {
    expect(vitestOutcome(report({ ...counts, numPendingTests: 2 }), good)).toMatchObject({
      passed: 7,
      failed: 0,
      note: 'ok, 2 skipped',
    })
  })

  it('is a failure after an error outside the tests, or without a report', () => {
    expect(vitestOutcome(report(counts), bad)).toMatchObject({ failed: 1 })
    expect(vitestOutcome(join(folder, 'none.json'), good)).toMatchObject({ passed: 0, failed: 1 })
  })
})

describe('the outcome of a Playwright run', () => {
  const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 }

  it('counts its journeys, and a flaky one as failed', () => {
    expect(playwrightOutcome(report({ stats }), good)).toMatchObject({ passed: 3, failed: 0 })
    const some = { ...stats, unexpected: 1, flaky: 1, skipped: 1 }
    expect(playwrightOutcome(report({ stats: some }), bad)).toMatchObject({
      passed: 3,
      failed: 2,
      note: 'ok, 1 skipped',
    })
  })

  it('is a failure without tests or with a bad exit code', () => {
    const none = { ...stats, expected: 0 }
    expect(playwrightOutcome(report({ stats: none }), good)).toMatchObject({ failed: 1 })
    expect(playwrightOutcome(report({ stats }), bad)).toMatchObject({ failed: 1 })
  })
})

describe('the runner of steps', () => {
  it('runs all steps, adds up their results, and shows the output of failed ones', async () => {
    let printed = ''
    const total = await runSteps(
      [
        { name: 'One', run: () => Promise.resolve({ passed: 1, failed: 0, output: 'chatter' }) },
        { name: 'Two', run: () => Promise.reject(new Error('it broke')) },
        { name: 'Three', run: () => Promise.resolve({ passed: 0, failed: 0, note: 'skipped' }) },
      ],
      (text) => {
        printed += text
      },
    )
    expect(total).toEqual({ passed: 1, failed: 1 })
    expect(printed).toMatch(/One \.\.\. ok \(/)
    expect(printed).toMatch(/Two \.\.\. 1 FAILED \(.*\)\nError: it broke/)
    expect(printed).toMatch(/Three \.\.\. skipped \(/)
    expect(printed).not.toContain('chatter')
  })
})
