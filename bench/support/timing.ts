export type Spread = { p50: number; p95: number; max: number; mean: number }

/** The value below which a share of the samples lies; samples need no order. */
export const percentile = (samples: readonly number[], share: number): number => {
  const sorted = Float64Array.from(samples).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

/** The middle one; NaN of none. */
export const median = (samples: readonly number[]): number => percentile(samples, 0.5)

export const spreadOf = (samples: readonly number[]): Spread => ({
  p50: percentile(samples, 0.5),
  p95: percentile(samples, 0.95),
  max: Math.max(...samples),
  mean: samples.reduce((sum, each) => sum + each, 0) / samples.length,
})

/** How long something takes, in ms. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Answers a second when so many clients each ask their next question as soon as the last is answered. */
export const throughput = async (
  clients: number,
  seconds: number,
  ask: (turn: number) => Promise<unknown>,
): Promise<number> => {
  const started = performance.now()
  const until = started + seconds * 1000
  let turn = 0
  let answered = 0
  const client = async (): Promise<void> => {
    while (performance.now() < until) {
      await ask(turn++)
      answered++
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return (answered * 1000) / (performance.now() - started)
}

/** A number for a JSON line: three significant digits are all a measurement is worth. */
export const rounded = (value: number): number => Number(value.toPrecision(3))
