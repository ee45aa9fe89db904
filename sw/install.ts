export type Patience = {
  /** How many at the same time. */
  parallel: number
  /** How often each is tried before it is given up. */
  tries: number
  /** Waits before try `attempt` (2, 3, ...). */
  pause: (attempt: number) => Promise<void>
}

/** Half a second, then one, then two, each up to half longer by chance, so that a crowd of devices does not return as one. */
export const backoff = (attempt: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 500 * 2 ** (attempt - 2) * (1 + Math.random() / 2))
  })

/**
 * Does `work` for every item, several at a time, each with its tries. All are attempted even when one is given up:
 * what did arrive is kept, so the next install has less to fetch. Rejects with the first failure that stayed.
 */
export async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  { parallel, tries, pause }: Patience,
): Promise<void> {
  const waiting = [...items]
  const failures: unknown[] = []
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      const failure = await attempts(item, work, tries, pause)
      if (failure !== undefined) failures.push(failure.reason)
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  if (failures.length > 0) throw failures[0]
}

async function attempts<Item>(
  item: Item,
  work: (item: Item) => Promise<unknown>,
  tries: number,
  pause: Patience['pause'],
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
