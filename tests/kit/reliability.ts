import { appendFileSync } from 'node:fs'

export type PromiseId = `I${number}`

export type PromiseRun = {
  /** A promise of docs/reliability.md. */
  promise: PromiseId
  /** What was counted: "mutating routes, same key five times in parallel". */
  check: string
  /** How many of them ran, and how many the promise requires. */
  volume: number
  goal: number
  /** The seed that repeats the run; absent without randomness. */
  seed?: number
  /** Further results: { lost: 0, doubled: 0 }. */
  figures?: Readonly<Record<string, number>>
}

/**
 * Writes a line into the file named by FIELDBOOK_RELIABILITY, from which docs/reliability.md is rendered. Call it as the last
 * line of a test: a failed assertion leaves no line, and the page then says that the check did not pass.
 */
export const reportPromise = (run: PromiseRun): void => {
  const file = process.env['FIELDBOOK_RELIABILITY']
  if (file) appendFileSync(file, `${JSON.stringify(run)}\n`)
}
