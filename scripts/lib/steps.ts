/** `note` goes into the step's line, `output` is shown after a failure. */
export type Outcome = { passed: number; failed: number; note?: string; output?: string }

export type Step = { name: string; run: () => Promise<Outcome> }

export type Print = (text: string) => void

/** A step that throws counts as one failure. */
export const runSteps = async (steps: readonly Step[], print: Print): Promise<Outcome> => {
  const total = { passed: 0, failed: 0 }
  for (const step of steps) {
    print(`${step.name} ... `)
    const began = performance.now()
    const outcome = await step.run().catch(failedWith)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const verdict = outcome.failed > 0 ? `${outcome.failed} FAILED` : (outcome.note ?? 'ok')
    const counted = outcome.passed > 1 ? `, ${outcome.passed} passed` : ''
    print(`${verdict}${counted} (${seconds} s)\n`)
    if (outcome.failed > 0) print(`${(outcome.output ?? '').trim()}\n\n`)
    total.passed += outcome.passed
    total.failed += outcome.failed
  }
  return total
}

export const commandOutcome = async (
  command: Promise<{ code: number; output: string }>,
): Promise<Outcome> => {
  const { code, output } = await command
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output }
}

const failedWith = (error: unknown): Outcome => ({
  passed: 0,
  failed: 1,
  output: error instanceof Error ? (error.stack ?? error.message) : String(error),
})
