import { sentenceFor } from './sentences.ts'
import { stepLines } from './step-lines.ts'

/** Prints the steps of a long command to the terminal's error output, and then its lines, or a refusal as a sentence. */
export const withProgress = async (
  work: (onProgress: (step: string) => void) => Promise<readonly string[]>,
): Promise<void> => {
  const progress = stepLines(process.stderr)
  try {
    const lines = await work(progress.step)
    progress.done()
    process.stdout.write(`${lines.join('\n')}\n`)
  } catch (error) {
    progress.done()
    process.stderr.write(`${sentenceFor(error)}\n`)
    process.exitCode = 1
  }
}
