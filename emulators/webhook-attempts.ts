const MAX_TIMER_MS = 60_000
const ANSWER_WITHIN_MS = 15_000

/** After the last, a webhook is given up. */
const RETRY_AFTER_MS = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000]

/** `answer` is the status, or why there was none. */
export type Attempt = { isDelivered: boolean; answer: string }

export type Delivery = {
  attempts: number
  /** In milliseconds of real time. */
  nextAt: number
  status: string
  answer: string | null
}

export interface Attempts {
  wake: () => void
  /** Resolves once nothing is due. */
  settled: () => Promise<void>
  close: () => Promise<void>
}

/** Sends one delivery at a time and retries until the receiver accepts or the attempts run out. */
export function openAttempts<Sent extends Delivery>({
  waiting,
  choose = (ready) => ready[0],
  attempt,
  save,
  now,
  retryAfterMs = RETRY_AFTER_MS,
}: {
  waiting: () => Sent[]
  /** The next of those that are due. */
  choose?: (ready: readonly Sent[]) => Sent | undefined
  attempt: (delivery: Sent, closing: AbortSignal) => Promise<Attempt>
  /** Saves the state; called after each attempt. */
  save: () => void
  now: () => number
  retryAfterMs?: readonly number[] | undefined
}): Attempts {
  const closing = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null

  const due = (): Sent | undefined => choose(waiting().filter(({ nextAt }) => nextAt <= now()))
  const run = async (): Promise<void> => {
    for (let next = due(); next && !closing.signal.aborted; next = due()) {
      const answer = await attempt(next, closing.signal)
      if (closing.signal.aborted) break
      recordAttempt(next, answer, now(), retryAfterMs)
      save()
    }
  }
  const wake = (): void => {
    if (closing.signal.aborted) return
    running ??= run().finally(() => {
      running = null
      scheduleNext()
    })
  }
  const scheduleNext = (): void => {
    clearTimeout(timer)
    const next = Math.min(...waiting().map(({ nextAt }) => nextAt))
    if (closing.signal.aborted || next === Number.POSITIVE_INFINITY) return
    timer = setTimeout(wake, Math.min(Math.max(next - now(), 0), MAX_TIMER_MS))
    timer.unref()
  }
  // A receiver that was unreachable is likely back after a restart.
  for (const delivery of waiting()) delivery.nextAt = Math.min(delivery.nextAt, now())
  return {
    wake,
    settled: async () => {
      while (due() !== undefined || running !== null) {
        wake()
        await running
      }
    },
    close: async () => {
      closing.abort()
      clearTimeout(timer)
      await running
    },
  }
}

export async function postWebhook(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  closing: AbortSignal,
): Promise<Attempt> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body,
      signal: AbortSignal.any([closing, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    })
    await answer.body?.cancel()
    return { isDelivered: answer.ok, answer: String(answer.status) }
  } catch (error) {
    return { isDelivered: false, answer: reasonOf(error) }
  }
}

function recordAttempt(
  delivery: Delivery,
  { isDelivered, answer }: Attempt,
  now: number,
  waits: readonly number[],
): void {
  const wait = waits[delivery.attempts]
  delivery.attempts += 1
  delivery.answer = answer
  if (isDelivered) delivery.status = 'delivered'
  else if (wait === undefined) delivery.status = 'given up'
  else delivery.nextAt = now + wait
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'TimeoutError') return 'no answer in time'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer'
}
