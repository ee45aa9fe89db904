import { appendFileSync } from 'node:fs'

export type PromiseId = `I${number}`

export type PromiseRun = {
  /** A promise of docs/reliability.md. */
  promise: PromiseId
  /** What was counted: "mutating routes, same key five times in parallel". */
  check: string
  /** How many of them ran, and how many the promise asks for. */
  volume: number
  goal: number
  /** The seed that repeats the run; none where nothing is random. */
  seed?: number
  /** Further results: { lost: 0, doubled: 0 }. */
  figures?: Readonly<Record<string, number>>
}

/**
 * Writes one line into the file that FIELDBOOK_RELIABILITY names, so that docs/reliability.md can be rendered from a run.
 * Call it as the last line of a test: a failed assertion leaves no line, and the page then says that the check did not pass.
 */
export const reportPromise = (run: PromiseRun): void => {
  const file = process.env['FIELDBOOK_RELIABILITY']
  if (file) appendFileSync(file, `${JSON.stringify(run)}\n`)
}
