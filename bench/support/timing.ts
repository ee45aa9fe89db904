export type Spread = { p50: number; p95: number; max: number; mean: number }

export const percentile = (samples: readonly number[], share: number): number => {
  const sorted = Float64Array.from(samples).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

/** NaN for no samples. */
export const median = (samples: readonly number[]): number => percentile(samples, 0.5)

export const spreadOf = (samples: readonly number[]): Spread => ({
  p50: percentile(samples, 0.5),
  p95: percentile(samples, 0.95),
  max: Math.max(...samples),
  mean: samples.reduce((sum, each) => sum + each, 0) / samples.length,
})

export const measureMs = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Each client sends its next request after an answer. */
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

export const roundFigure = (value: number): number => Number(value.toPrecision(3))
