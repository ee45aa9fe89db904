import { appendFileSync } from 'node:fs'

export type PromiseId = `I${number}`

export type PromiseRun = {
  promise: PromiseId
  /** What was counted: "mutating routes, same key five times in parallel". */
  check: string
  volume: number
  goal: number
  /** Absent without randomness. */
  seed?: number
  /** Further results: { lost: 0, doubled: 0 }. */
  figures?: Readonly<Record<string, number>>
}

/**
 * Writes a line from which docs/reliability.md is rendered. Call it as the last line of a test: a failed assertion leaves no
 * line.
 */
export const reportPromise = (run: PromiseRun): void => {
  const file = process.env['FIELDBOOK_RELIABILITY']
  if (file) appendFileSync(file, `${JSON.stringify(run)}\n`)
}
