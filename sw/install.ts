import { backoffMs } from '../src/offline/backoff.ts'

export type RetryLimits = {
  parallel: number
  tries: number
  pause: (attempt: number) => Promise<void>
}

/** The retry policy of the installation: up to 0.75 s before attempt 2, doubled for each further one, with jitter. */
export const backoff = (attempt: number): Promise<void> =>
  new Promise((resolve) => {
    const options = { minMs: 750, maxMs: 30_000, random: Math.random }
    setTimeout(resolve, backoffMs(attempt - 2, options))
  })

/** Attempts every item even after a failure, so that the next install fetches less; rejects with the first permanent failure. */
export async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  { parallel, tries, pause }: RetryLimits,
): Promise<void> {
  const waiting = [...items]
  const failures: unknown[] = []
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      const failure = await tryItem(item, work, tries, pause)
      if (failure !== undefined) failures.push(failure.reason)
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  if (failures.length > 0) throw failures[0]
}

async function tryItem<Item>(
  item: Item,
  work: (item: Item) => Promise<unknown>,
  tries: number,
  pause: RetryLimits['pause'],
): Promise<{ reason: unknown } | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    if (attempt > 1) await pause(attempt)
    try {
      await work(item)
      return undefined
    } catch (reason) {
      if (attempt >= tries) return { reason }
    }
  }
}
